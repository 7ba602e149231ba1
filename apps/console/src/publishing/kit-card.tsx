import type { KitView } from '@assay/sdk';
import { Badge, Button, Group, List, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { assay, queryClient } from '../frame/api.js';
import { Failure } from '../frame/states.js';

/** One kit with what its tools may do, and the switch. */
export function KitCard({ kit }: { readonly kit: KitView }) {
  const isEnabled = kit.status === 'enabled';
  const change = useMutation({
    mutationFn: () => (isEnabled ? assay.kits.disable(kit.name) : assay.kits.enable(kit.name)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listKits'] }),
  });
  const acting = kit.tools.filter(({ acts }) => acts);
  const { network, hosts, folders } = kit.reaches;
  return (
    <li className="card">
      <Group justify="space-between" align="flex-start">
        <div className="grow">
          <Title order={3} size="h5">
            {kit.title}
          </Title>
          <Text size="sm">{kit.summary}</Text>
          <Text size="sm" c="dimmed">
            Network {network}
            {hosts.length === 0 ? '' : ` (${hosts.join(', ')})`}; folders{' '}
            {folders.length === 0 ? 'none' : folders.map(({ path, mode }) => `${path} (${mode})`).join(', ')}.
          </Text>
          {kit.missing === null ? null : <Text size="sm">{kit.missing}</Text>}
        </div>
        <Group gap="xs">
          <Badge variant="default" tt="none" fw={500}>
            {kit.status.replaceAll('_', ' ')}
          </Badge>
          {acting.length === 0 || kit.status === 'unavailable' || kit.status === 'being_published' ? null : (
            <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
              {isEnabled ? 'Disable' : 'Enable'} {kit.title}
            </Button>
          )}
        </Group>
      </Group>
      {acting.length === 0 ? (
        <Text size="sm">Its tools only read on this machine and are always enabled.</Text>
      ) : (
        <details className="why">
          <summary>{acting.length} tools that act</summary>
          <List size="sm">
            {acting.map(({ tool, destructive, undo }) => (
              <List.Item key={tool}>
                {tool}
                {destructive ? ', destructive' : ''}
                {undo === null ? '' : `, undone by ${undo}`}
              </List.Item>
            ))}
          </List>
        </details>
      )}
      {kit.tools.flatMap(({ tool, held }) =>
        held === null ? [] : [<Text key={tool} size="sm">{`Held: ${tool} ${held}`}</Text>],
      )}
      {change.error === null ? null : <Failure error={change.error} />}
    </li>
  );
}
