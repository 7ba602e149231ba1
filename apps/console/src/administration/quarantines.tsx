import type { QuarantineView } from '@assay/sdk';
import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList, assay } from '../frame/api.js';
import { PagedCards } from '../frame/paged-cards.js';
import { ReasonedActions } from '../frame/reasoned-actions.js';
import { visibleText } from '../frame/visible-text.js';

const shown = (value: unknown): string => (value === undefined ? '–' : visibleText(JSON.stringify(value)));

const Drift = ({ quarantine }: { readonly quarantine: QuarantineView }) => (
  <Table.ScrollContainer
    minWidth={480}
    type="native"
    tabIndex={0}
    role="region"
    aria-label={`Changes of ${quarantine.tool}`}
  >
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Where</Table.Th>
          <Table.Th>Pinned</Table.Th>
          <Table.Th>Now</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {quarantine.diff.map(({ path, before, after }) => (
          <Table.Tr key={path}>
            <Table.Th scope="row">
              <code>{path}</code>
            </Table.Th>
            <Table.Td className="outside-text">{shown(before)}</Table.Td>
            <Table.Td className="outside-text">{shown(after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const resolve = (id: string, action: 'recheck' | 'accept') => (reason: string) =>
  assay.request('resolveQuarantine', { path: { id }, body: { action, ...(reason !== '' && { reason }) } });

const Quarantine = ({ quarantine }: { readonly quarantine: QuarantineView }) => (
  <Stack gap="sm">
    <Group gap="xs">
      <Text fw={600}>
        {quarantine.tool}@{quarantine.version}
      </Text>
      <Badge variant="default" tt="none">
        {quarantine.kind}
      </Badge>
      <Text size="sm" c="dimmed">
        since {quarantine.since.slice(0, 10)}
      </Text>
    </Group>
    <Text size="sm" className="outside-text">
      {visibleText(quarantine.finding)}
    </Text>
    {quarantine.diff.length === 0 ? null : <Drift quarantine={quarantine} />}
    {quarantine.diffIsComplete ? null : <Text size="sm">The pinned definition is only partly known.</Text>}
    {quarantine.kind === 'drift' ? (
      <ReasonedActions
        about={`${quarantine.tool}@${quarantine.version}`}
        stale={['listQuarantines']}
        actions={[
          { label: 'Check the upstream again', run: resolve(quarantine.id, 'recheck') },
          { label: 'Publish the new definition', run: resolve(quarantine.id, 'accept') },
        ]}
      />
    ) : (
      <Text size="sm">Decide on its finding in the inbox.</Text>
    )}
  </Stack>
);

/** Versions that are not called, and what their upstreams changed. */
export function Quarantines() {
  const query = useInfiniteQuery(apiList('listQuarantines', { query: { state: 'open' } }));
  return (
    <PagedCards
      query={query}
      label="Quarantines"
      keyOf={({ id }) => id}
      empty={{
        title: 'No version is quarantined.',
        text: 'A version appears here when its upstream changes its definition.',
      }}
    >
      {(quarantine) => <Quarantine quarantine={quarantine} />}
    </PagedCards>
  );
}
