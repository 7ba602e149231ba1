import type { KitView } from '@assay/sdk';
import { Badge, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { apiQuery, assay, queryClient } from '../frame/api.js';
import { PageButton } from '../frame/links.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Awaited, Failure } from '../frame/states.js';

/** Served here by the registry that publishes the protocol. */
const officialRegistry = 'https://registry.modelcontextprotocol.io';

function Kit({ kit }: { readonly kit: KitView }) {
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
      {change.error === null ? null : <Failure error={change.error} />}
    </li>
  );
}

function Mirror() {
  const query = useQuery(apiQuery('listMirrors'));
  const follow = useMutation({
    mutationFn: () => assay.mirrors.create({ url: officialRegistry }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listMirrors'] }),
  });
  return (
    <Awaited query={query} lines={2}>
      {({ items }) => {
        const followed = items.find(({ url }) => url === officialRegistry);
        if (followed !== undefined)
          return (
            <Text size="sm" role="status">
              Following since {followed.createdAt.slice(0, 10)}: {followed.state}, {followed.servers} server versions.{' '}
              {followed.error}
            </Text>
          );
        return (
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              Lists the servers of {officialRegistry}. Nothing is contacted until you choose this, and nothing is
              started or published by it.
            </Text>
            <Button size="xs" variant="default" loading={follow.isPending} onClick={() => follow.mutate()}>
              Follow the official registry
            </Button>
            {follow.error === null ? null : <Failure error={follow.error} />}
          </Stack>
        );
      }}
    </Awaited>
  );
}

/** Fills an empty installation: import a server, enable kits, follow the official registry. */
export function SetupPage() {
  const kits = useQuery(apiQuery('listKits', { query: { limit: 100 } }));
  return (
    <Page title="Fill this installation" lead="Three ways to get tools. Each can be undone.">
      <NeedsSignIn scope="admin">
        <section aria-labelledby="import" className="card">
          <Title order={2} size="h4" id="import">
            Import what you use already
          </Title>
          <Text size="sm" mb="sm">
            By command, by address, from a client's mcp.json, or from an OpenAPI document.
          </Text>
          <PageButton to="/publishing/import" size="xs">
            Import tools
          </PageButton>
        </section>
        <section aria-labelledby="follow" className="card">
          <Title order={2} size="h4" id="follow" mb="xs">
            Follow the official registry
          </Title>
          <Mirror />
        </section>
        <section aria-labelledby="kits">
          <Title order={2} size="h4" id="kits" mb="xs">
            Enable kits
          </Title>
          <Awaited query={kits}>
            {({ items }) => (
              <ul className="plain-list tool-list">
                {items.map((kit) => (
                  <Kit key={kit.name} kit={kit} />
                ))}
              </ul>
            )}
          </Awaited>
        </section>
      </NeedsSignIn>
    </Page>
  );
}
