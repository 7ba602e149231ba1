import type { UsageView } from '@assay/sdk';
import { Group, SegmentedControl, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { assay } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Awaited, Empty, Loading } from '../frame/states.js';
import { partsOf } from '../marketplace/tool-name.js';
import { type DashboardSearch, dashboardRoute } from './routes.js';
import { byDay, firstDay, totalsOf } from './usage-figures.js';

const CallsChart = lazy(async () => ({ default: (await import('./calls-chart.js')).CallsChart }));

type Grouping = 'day' | 'tool' | 'caller';

/** More rows than a person reads; the lists of the API have the rest. */
const maxRows = 200;

function useUsage(by: Grouping, { days = 30, side = 'caller' }: DashboardSearch) {
  const since = firstDay(days, Date.now());
  return useQuery({
    queryKey: ['listUsage', by, since, side],
    queryFn: ({ signal }) => assay.list('listUsage', { query: { by, since, side } }, { signal }).toArray(maxRows),
  });
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="card figure">
    {name}
    <strong>{value}</strong>
  </div>
);

function Figures({ rows }: { readonly rows: readonly UsageView[] }) {
  const { calls, failures, costUsd } = totalsOf(rows);
  const share = calls === 0 ? '–' : `${((failures / calls) * 100).toFixed(1)} %`;
  return (
    <div className="figures">
      <Figure name="Calls" value={calls.toLocaleString('en')} />
      <Figure name="Failed" value={failures.toLocaleString('en')} />
      <Figure name="Share that failed" value={share} />
      <Figure name="Spending" value={`$${costUsd.toFixed(4)}`} />
    </div>
  );
}

interface UsageTableProps {
  readonly label: string;
  readonly rows: readonly UsageView[];
  readonly nameOf: (row: UsageView) => ReactNode;
  readonly keyOf: (row: UsageView) => string;
}

function UsageTable({ label, rows, nameOf, keyOf }: UsageTableProps) {
  if (rows.length === 0) return <Empty title="No call in this time." />;
  return (
    <Table.ScrollContainer minWidth={420} type="native" tabIndex={0}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {[label, 'Calls', 'Failed', 'Spending'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              <Table.Th scope="row" className="outside-text">
                {nameOf(row)}
              </Table.Th>
              <Table.Td>{row.calls.toLocaleString('en')}</Table.Td>
              <Table.Td>{row.failures.toLocaleString('en')}</Table.Td>
              <Table.Td>${row.costUsd.toFixed(4)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const toolLink = ({ tool }: UsageView) =>
  tool === null ? (
    'unknown'
  ) : (
    <Link to="/tools/$ns/$tool" params={partsOf(tool)}>
      {tool}
    </Link>
  );

const callerName = ({ caller, organisation }: UsageView): string =>
  `${caller ?? 'somebody'}${organisation === null ? '' : ` of ${organisation}`}`;

function Section({
  title,
  by,
  search,
  nameOf,
}: {
  title: string;
  by: Grouping;
  search: DashboardSearch;
  nameOf: UsageTableProps['nameOf'];
}) {
  const usage = useUsage(by, search);
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Awaited query={usage}>
        {(rows) => (
          <UsageTable
            label={title}
            rows={rows}
            nameOf={nameOf}
            keyOf={({ tool, caller, organisation, day }) => `${tool} ${caller} ${organisation} ${day}`}
          />
        )}
      </Awaited>
    </section>
  );
}

function Choice({ search }: { readonly search: DashboardSearch }) {
  const navigate = useNavigate();
  const change = (part: DashboardSearch) => void navigate({ to: '/dashboard', search: { ...search, ...part } });
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label="Time"
        size="xs"
        data={[1, 7, 30, 90].map((days) => ({ value: String(days), label: days === 1 ? 'Today' : `${days} days` }))}
        value={String(search.days ?? 30)}
        onChange={(days) => change({ days: Number(days) as DashboardSearch['days'] })}
      />
      <SegmentedControl
        aria-label="Whose calls"
        size="xs"
        data={[
          { value: 'caller', label: 'Calls you made' },
          { value: 'provider', label: 'Calls to your tools' },
        ]}
        value={search.side ?? 'caller'}
        onChange={(side) => change({ side: side as DashboardSearch['side'] })}
      />
    </Group>
  );
}

function Overview({ search }: { readonly search: DashboardSearch }) {
  const usage = useUsage('day', search);
  return (
    <Awaited query={usage}>
      {(rows) => (
        <Stack>
          <Figures rows={rows} />
          <Suspense fallback={<Loading />}>
            <CallsChart days={byDay(rows, search.days ?? 30, Date.now())} />
          </Suspense>
        </Stack>
      )}
    </Awaited>
  );
}

/** Calls, failures and spending, by day, tool and caller. */
export function DashboardPage() {
  const search = dashboardRoute.useSearch();
  return (
    <Page title="Dashboard" actions={<Choice search={search} />}>
      <NeedsSignIn>
        <Stack gap="xl">
          <Overview search={search} />
          <Section title="Tool" by="tool" search={search} nameOf={toolLink} />
          <Section title="Caller" by="caller" search={search} nameOf={callerName} />
          <details className="why">
            <summary>Days as a table</summary>
            <Section title="Day" by="day" search={search} nameOf={({ day }) => day} />
          </details>
        </Stack>
      </NeedsSignIn>
    </Page>
  );
}
