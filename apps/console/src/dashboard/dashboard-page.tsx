import './dashboard.css';
import { Button, Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { apiQuery } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Part } from '../frame/part.js';
import { Awaited, Loading } from '../frame/states.js';
import { Errors, Figures, Levels } from './figures.js';
import { Groups } from './groups.js';
import { Movers } from './movers.js';
import { periodsOf } from './periods.js';
import { dashboardRoute } from './routes.js';
import { type DashboardSearch, defaultRange, type RangeName, ranges } from './search.js';
import { useDashboardQuery } from './use-dashboard.js';

const Charts = lazy(async () => ({ default: (await import('./chart-grid.js')).ChartGrid }));

const filterNames = { tool: 'tool', team: 'team', caller: 'caller' } as const;

function Choice({ search }: { readonly search: DashboardSearch }) {
  const navigate = useNavigate();
  const change = (part: DashboardSearch) => void navigate({ to: '/dashboard', search: { ...search, ...part } });
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label="Time"
        size="xs"
        data={Object.entries(ranges).map(([value, { label }]) => ({ value, label }))}
        value={search.range ?? defaultRange}
        onChange={({ currentTarget: { value } }) => change({ range: value as RangeName })}
      />
      <SegmentedControl
        aria-label="Whose calls"
        size="xs"
        data={[
          { value: 'caller', label: 'Calls you made' },
          { value: 'provider', label: 'Calls to your tools' },
        ]}
        value={search.side ?? 'caller'}
        onChange={(side) => change({ side: side as NonNullable<DashboardSearch['side']> })}
      />
    </Group>
  );
}

/** What the page is narrowed to, each with its way out. */
function Filters({ search }: { readonly search: DashboardSearch }) {
  const navigate = useNavigate();
  const filters = (['tool', 'team', 'caller'] as const).filter((it) => search[it] !== undefined);
  if (filters.length === 0) return null;
  return (
    <Group gap="xs">
      {filters.map((filter) => {
        const { [filter]: _removed, ...others } = search;
        return (
          <Button
            key={filter}
            size="compact-sm"
            variant="default"
            aria-label={`Remove the filter ${filterNames[filter]} ${search[filter]}`}
            onClick={() => void navigate({ to: '/dashboard', search: others })}
          >
            {filterNames[filter]}: {search[filter]} ✕
          </Button>
        );
      })}
    </Group>
  );
}

function Content({ search }: { readonly search: DashboardSearch }) {
  const query = useDashboardQuery(search);
  const dashboard = useQuery({ ...apiQuery('showDashboard', { query }), placeholderData: keepPreviousData });
  return (
    <Stack gap="xl">
      <Filters search={search} />
      <Awaited query={dashboard}>
        {(view) => (
          <Stack gap="xl">
            <Figures total={view.total} />
            <Suspense fallback={<Loading />}>
              <Charts periods={periodsOf(view)} />
            </Suspense>
            <div className="figure-columns">
              <Part title="Errors">
                <Errors total={view.total} />
              </Part>
              <Part title="Fallback levels">
                <Levels total={view.total} />
              </Part>
            </div>
          </Stack>
        )}
      </Awaited>
      <Part title="By tool, team and caller">
        <Groups search={search} query={query} />
      </Part>
      <Part title="Trust movers">
        <Movers query={query} />
      </Part>
    </Stack>
  );
}

/** Calls, errors, latency, fallbacks, tokens, spending and trust, as they are counted. */
export function DashboardPage() {
  const search = dashboardRoute.useSearch();
  return (
    <Page title="Dashboard" actions={<Choice search={search} />}>
      <NeedsSignIn>
        <Content search={search} />
      </NeedsSignIn>
    </Page>
  );
}
