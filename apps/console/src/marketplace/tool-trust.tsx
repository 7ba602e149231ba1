import type { Entry, ToolLatency, TrustView } from '@assay/sdk';
import { Group, Progress, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { apiQuery } from '../frame/api.js';
import { Awaited, Loading } from '../frame/states.js';
import { Ratings } from './ratings.js';
import { partsOf } from './tool-name.js';
import { trustLine } from './trust-line.js';

const TrustChart = lazy(async () => ({ default: (await import('./trust-chart.js')).TrustChart }));

const words: Readonly<Record<string, string>> = {
  reliability: 'Calls that the tool did not fail',
  schemaCompliance: 'Outputs that match the schema',
  slaAdherence: 'Calls within the promised time',
  securityAudit: 'Security audit',
  communityRating: 'Ratings',
  providerReputation: 'Reputation of the provider',
  freshness: 'Time since the last verification',
  usageVolume: 'Number of calls',
};

function Signals({ trust }: { readonly trust: TrustView }) {
  return (
    <Table.ScrollContainer minWidth={520} type="native" tabIndex={0}>
      <Table aria-label="Signals of trust">
        <Table.Thead>
          <Table.Tr>
            {['Signal', 'Value', 'Sample', 'Weight', 'Contribution'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {trust.signals.map(({ name, value, sampleSize, weight, contribution }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{words[name] ?? name}</Table.Th>
              <Table.Td>
                <Progress value={value * 100} aria-label={`${words[name] ?? name}: ${value.toFixed(2)}`} />
                <Text size="xs">{value.toFixed(2)}</Text>
              </Table.Td>
              <Table.Td>{Math.round(sampleSize)}</Table.Td>
              <Table.Td>{weight.toFixed(2)}</Table.Td>
              <Table.Td>{contribution.toFixed(3)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function History({ trust }: { readonly trust: TrustView }) {
  return (
    <>
      <Suspense fallback={<Loading lines={5} />}>
        <TrustChart points={trustLine(trust, Date.now())} />
      </Suspense>
      <details className="why">
        <summary>The same as a table</summary>
        <Table aria-label="Trust by day">
          <Table.Thead>
            <Table.Tr>
              {['Day', 'Trust', 'Calls', 'Faults'].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {trust.history.map(({ day, score, calls, faults }) => (
              <Table.Tr key={day}>
                <Table.Th scope="row">{day}</Table.Th>
                <Table.Td>{score.toFixed(3)}</Table.Td>
                <Table.Td>{calls}</Table.Td>
                <Table.Td>{faults}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}

const time = (ms: number | null): string =>
  ms === null ? 'unknown' : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

function Latency({ latency }: { readonly latency: ToolLatency }) {
  const rows = [
    [latency.isMeasured ? 'Measured by your organisation' : 'In use', latency],
    ['Declared by the publisher', latency.declared],
  ] as const;
  return (
    <Table aria-label="Latency">
      <Table.Thead>
        <Table.Tr>
          {['', 'Half of the calls', '95 %', '99 %'].map((name) => (
            <Table.Td key={name}>{name}</Table.Td>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, { p50Ms, p95Ms, p99Ms }]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{time(p50Ms)}</Table.Td>
            <Table.Td>{time(p95Ms)}</Table.Td>
            <Table.Td>{time(p99Ms)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const views = {
  inside: 'Seen from inside: evidence of its own organisation counts.',
  outside: 'Seen from outside: only evidence of other organisations counts.',
};

/** Why a version is trusted as it is: signals, history, latency and ratings. */
export function ToolTrust({ entry }: { readonly entry: Entry }) {
  const [days, setDays] = useState('30');
  const path = partsOf(entry.name);
  const trust = useQuery(apiQuery('showTrust', { path, query: { version: entry.version, days: Number(days) } }));
  const latency = useQuery(apiQuery('showLatency', { path, query: { version: entry.version } }));
  return (
    <Stack gap="xl">
      <Awaited query={trust} lines={8}>
        {(data) => (
          <Stack gap="sm">
            <Text>
              {data.base.toFixed(3)} from the signals × {data.decay.toFixed(3)} for the time since{' '}
              {data.t0.slice(0, 10)} = <strong>{data.score.toFixed(3)}</strong>, with confidence{' '}
              {data.confidence.toFixed(2)}. It halves in {data.halfLifeDays} days without a verification.
            </Text>
            <Text size="sm" c="dimmed">
              {views[data.view]}
            </Text>
            <Signals trust={data} />
            <Group justify="space-between">
              <Title order={2} size="h4">
                History
              </Title>
              <SegmentedControl
                size="xs"
                aria-label="Days of history"
                data={[
                  { value: '30', label: '30 days' },
                  { value: '90', label: '90 days' },
                ]}
                value={days}
                onChange={setDays}
              />
            </Group>
            <History trust={data} />
          </Stack>
        )}
      </Awaited>
      <section aria-labelledby="latency">
        <Title order={2} size="h4" id="latency">
          Latency
        </Title>
        <Awaited query={latency}>{(data) => <Latency latency={data} />}</Awaited>
      </section>
      <Ratings tool={entry.name} />
    </Stack>
  );
}
