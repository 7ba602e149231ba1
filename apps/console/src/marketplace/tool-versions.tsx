import type { Entry, VersionComparison } from '@assay/sdk';
import { Badge, Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../frame/api.js';
import { Awaited, Empty } from '../frame/states.js';
import { partsOf } from './tool-name.js';
import { VersionStatus } from './version-status.js';

const colours = { breaking: 'red', additive: 'green', unknown: 'yellow', text: 'gray', none: 'gray' } as const;

const short = (value: unknown): string => {
  const text = value === undefined ? 'absent' : (JSON.stringify(value) ?? 'absent');
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
};

function Differences({ comparison }: { readonly comparison: VersionComparison }) {
  const { differences, change, requiredBump } = comparison;
  if (differences.length === 0) return <Text size="sm">The two versions have the same definition.</Text>;
  return (
    <>
      <Text size="sm">
        For users of {comparison.from} the change is <strong>{change}</strong>; it needs a {requiredBump} number.
      </Text>
      <ul className="plain-list differences">
        {differences.map(({ path, kind, message, before, after }) => (
          <li key={`${path} ${message}`} className={`difference difference-${kind}`}>
            <Group gap="xs">
              <Badge variant="default" tt="none" size="sm">
                {kind}
              </Badge>
              <code className="outside-text">{path === '' ? '/' : path}</code>
            </Group>
            <Text size="sm" className="outside-text">
              {message}
            </Text>
            {before === undefined && after === undefined ? null : (
              <div className="before-after">
                <del className="outside-text">{short(before)}</del>
                <ins className="outside-text">{short(after)}</ins>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Comparison({ entry, versions }: { readonly entry: Entry; readonly versions: readonly string[] }) {
  const [to, setTo] = useState(entry.version);
  const [from, setFrom] = useState(versions[versions.indexOf(entry.version) + 1] ?? versions.at(-1) ?? entry.version);
  const path = partsOf(entry.name);
  const query = useQuery({ ...apiQuery('compareVersions', { path, query: { from, to } }), enabled: from !== to });
  return (
    <section aria-labelledby="compare">
      <Title order={2} size="h4" id="compare" mb="xs">
        Compare versions
      </Title>
      <Group gap="sm" mb="sm">
        <NativeSelect
          label="From"
          data={[...versions]}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label="To"
          data={[...versions]}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Group>
      {from === to ? (
        <Empty title="Choose two different versions." />
      ) : (
        <Awaited query={query}>{(comparison) => <Differences comparison={comparison} />}</Awaited>
      )}
    </section>
  );
}

function VersionRow({ version }: { readonly version: Entry }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{version.version}</Table.Th>
      <Table.Td>
        <Badge variant="default" color={colours.none} tt="none">
          {version.status.toLowerCase()}
        </Badge>
      </Table.Td>
      <Table.Td>{version.stage.toLowerCase().replaceAll('_', ' ')}</Table.Td>
      <Table.Td>{version.trustScore.toFixed(2)}</Table.Td>
      <Table.Td>{version.publishedAt.slice(0, 10)}</Table.Td>
      <Table.Td className="outside-text">{version.statusReason ?? ''}</Table.Td>
    </Table.Tr>
  );
}

/** Every version of a tool, and what changed between any two of them. */
export function ToolVersions({ entry }: { readonly entry: Entry }) {
  const query = useQuery(apiQuery('listVersions', { path: partsOf(entry.name), query: { limit: 100 } }));
  return (
    <Awaited query={query}>
      {({ items }) => (
        <Stack gap="lg">
          <Table.ScrollContainer minWidth={560} type="native" tabIndex={0}>
            <Table aria-label="Versions">
              <Table.Thead>
                <Table.Tr>
                  {['Version', 'Status', 'Stage', 'Trust', 'Published', 'Reason'].map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((version) => (
                  <VersionRow key={version.version} version={version} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {items.length < 2 ? (
            <Text size="sm">There is one version, so there is nothing to compare.</Text>
          ) : (
            <Comparison entry={entry} versions={items.map(({ version }) => version)} />
          )}
          <VersionStatus entry={entry} versions={items} />
        </Stack>
      )}
    </Awaited>
  );
}
