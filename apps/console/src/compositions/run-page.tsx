import type { RunView } from '@assay/sdk';
import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { apiQuery, assay, queryClient } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Awaited, Failure } from '../frame/states.js';
import { JsonText } from '../marketplace/json-text.js';
import { runRoute } from './routes.js';
import { useLiveRun } from './use-live-run.js';

function Steps({ steps }: Pick<RunView, 'steps'>) {
  return (
    <Table.ScrollContainer minWidth={520} type="native" tabIndex={0}>
      <Table aria-label="Steps">
        <Table.Thead>
          <Table.Tr>
            {['Step', 'Tool', 'Status', 'Time', 'Error'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map(({ index, id, tool, status, ms, error }) => (
            <Table.Tr key={index}>
              <Table.Th scope="row">{id ?? index + 1}</Table.Th>
              <Table.Td className="outside-text">{tool}</Table.Td>
              <Table.Td>
                <Badge variant="default" tt="none" fw={500}>
                  {status}
                </Badge>
              </Table.Td>
              <Table.Td>{Math.round(ms)} ms</Table.Td>
              <Table.Td className="outside-text">{error?.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const isOpen = ({ status }: RunView): boolean => status === 'running' || status === 'awaiting_approval';

function Run({ run }: { readonly run: RunView }) {
  useLiveRun(run.id, isOpen(run));
  const cancel = useMutation({
    mutationFn: () => assay.request('cancelRun', { path: { id: run.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['showRun'] }),
  });
  const output = run.output ?? (Object.keys(run.outputs).length === 0 ? undefined : run.outputs);
  return (
    <Stack>
      <Group justify="space-between">
        <Text role="status">
          {run.notation}, {run.status.replaceAll('_', ' ')}
        </Text>
        {isOpen(run) ? (
          <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the run
          </Button>
        ) : null}
      </Group>
      {cancel.error === null ? null : <Failure error={cancel.error} />}
      {run.error === undefined ? null : <Text className="outside-text">{run.error.message}</Text>}
      <Steps steps={run.steps} />
      {output === undefined ? null : <JsonText value={output} label="Output" />}
    </Stack>
  );
}

/** One run, live while it lasts. */
export function RunPage() {
  const { id } = runRoute.useParams();
  const query = useQuery(apiQuery('showRun', { path: { id } }));
  return (
    <Page title="Run" lead={id}>
      <NeedsSignIn>
        <Awaited query={query}>{(run) => <Run run={run} />}</Awaited>
      </NeedsSignIn>
    </Page>
  );
}
