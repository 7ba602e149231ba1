import type { DashboardGroupView } from '@assay/sdk';
import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { apiList } from '../frame/api.js';
import { type Column, RecordTable } from '../frame/record-table.js';
import { dollarText, levelsOf, msText, numberText, shareText } from './periods.js';
import type { DashboardSearch } from './search.js';
import type { queryOf } from './use-dashboard.js';

type Grouping = NonNullable<DashboardSearch['by']>;

const names: Readonly<Record<Grouping, string>> = { tool: 'Tool', team: 'Team', caller: 'Caller' };
const unnamed: Readonly<Record<Grouping, string>> = {
  tool: 'No tool was found',
  team: 'No team',
  caller: 'Callers of other organisations',
};

const fallbackShare = (it: DashboardGroupView): string => {
  const beyond = levelsOf(it).filter(({ level }) => level > 1);
  return shareText(beyond.reduce((sum, { share }) => sum + share, 0));
};

/** The first column narrows the page to its row. */
const columnsOf = (by: Grouping, search: DashboardSearch): readonly Column<DashboardGroupView>[] => [
  {
    name: names[by],
    cell: ({ name }) =>
      name === null ? (
        unnamed[by]
      ) : (
        <Link to="/dashboard" search={{ ...search, by, [by]: name }}>
          {name}
        </Link>
      ),
  },
  { name: 'Calls', cell: ({ calls }) => numberText(calls) },
  {
    name: 'Failed',
    cell: ({ calls, failures }) => `${numberText(failures)} (${shareText(failures / Math.max(1, calls))})`,
  },
  { name: 'Main error', cell: ({ errors: [first] }) => first?.code ?? '' },
  { name: 'p50', cell: ({ latency }) => (latency === null ? '–' : msText(latency.p50Ms)) },
  { name: 'p95', cell: ({ latency }) => (latency === null ? '–' : msText(latency.p95Ms)) },
  { name: 'p99', cell: ({ latency }) => (latency === null ? '–' : msText(latency.p99Ms)) },
  { name: 'By a fallback', cell: fallbackShare },
  { name: 'Tokens', cell: ({ tokens }) => numberText(tokens) },
  { name: 'Spending', cell: ({ costUsd }) => dollarText(costUsd) },
];

interface GroupsProps {
  readonly search: DashboardSearch;
  readonly query: ReturnType<typeof queryOf>;
}

/** The same figures by tool, team or caller. */
export function Groups({ search, query }: GroupsProps) {
  const { by = 'tool', order = 'calls' } = search;
  const navigate = useNavigate();
  const change = (part: DashboardSearch) =>
    void navigate({ to: '/dashboard', search: { ...search, ...part }, resetScroll: false });
  const list = useInfiniteQuery({
    ...apiList('listDashboardGroups', { query: { ...query, by, order } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="Figures by"
          size="xs"
          data={Object.entries(names).map(([value, label]) => ({ value, label }))}
          value={by}
          onChange={(value) => change({ by: value as Grouping })}
        />
        <NativeSelect
          label="Highest first"
          size="xs"
          value={order}
          data={[
            { value: 'calls', label: 'Calls' },
            { value: 'failures', label: 'Failed calls' },
            { value: 'tokens', label: 'Tokens' },
            { value: 'costUsd', label: 'Spending' },
          ]}
          onChange={({ currentTarget: { value } }) => change({ order: value as NonNullable<DashboardSearch['order']> })}
        />
      </Group>
      <RecordTable
        query={list}
        label={`Figures by ${by}`}
        keyOf={({ name }) => name ?? ''}
        columns={columnsOf(by, search)}
        empty={{
          title: by === 'team' ? 'No team made a call in this time.' : 'No call in this time.',
          ...(by === 'team' && { text: 'Administrators make teams under Administration, People.' }),
        }}
      />
    </Stack>
  );
}
