import type { Entry } from '@assay/sdk';
import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList } from '../frame/api.js';
import { CardList } from '../frame/card-list.js';
import { PageButton } from '../frame/links.js';
import { More } from '../frame/more.js';
import { may, useSession } from '../frame/session.js';
import { Empty, Failure, Loading } from '../frame/states.js';
import { filtersOf, type SearchState } from './search-state.js';
import { ToolCard } from './tool-card.js';

const marksOf = (entry: Entry): string[] => [
  entry.stage.toLowerCase(),
  entry.protocol,
  ...(entry.status === 'ACTIVE' ? [] : [entry.status.toLowerCase()]),
  ...(entry.annotations?.readOnlyHint === true ? ['read-only'] : []),
  ...(entry.annotations?.destructiveHint === true ? ['destructive'] : []),
];

function NoTools({ isFiltered }: { readonly isFiltered: boolean }) {
  const session = useSession();
  if (isFiltered) return <Empty title="No tool has all of this.">Remove a filter.</Empty>;
  return (
    <Empty title="There are no tools that you can see yet.">
      {may(session, 'admin') ? (
        <PageButton to="/setup" mt="sm">
          Fill this installation
        </PageButton>
      ) : (
        'Sign in to see more, or ask an administrator to import some.'
      )}
    </Empty>
  );
}

/** Tools without a search, the most trusted first, page by page. */
export function Browse({ state }: { readonly state: SearchState }) {
  const query = { ...filtersOf(state), sort: 'trust' as const, limit: 30 };
  const list = useInfiniteQuery(apiList('listTools', { query }));
  if (list.data === undefined)
    return list.error === null ? (
      <Loading lines={8} />
    ) : (
      <Failure error={list.error} retry={() => void list.refetch()} />
    );
  const tools = list.data.pages.flatMap(({ items }) => items);
  const total = list.data.pages[0]?.total;
  if (tools.length === 0)
    return <NoTools isFiltered={Object.values(filtersOf(state)).some((it) => it !== undefined)} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {total === undefined ? tools.length : total.toLocaleString('en')} tools, the most trusted first
      </Text>
      <CardList
        items={tools}
        label="Tools"
        keyOf={({ name }) => name}
        query={list}
        total={total}
        className="card tool-card"
      >
        {(entry) => (
          <ToolCard
            tool={entry.name}
            version={entry.version}
            title={entry.title}
            description={entry.description}
            trust={entry.trustScore}
            marks={marksOf(entry)}
          />
        )}
      </CardList>
      <More query={list} />
    </Stack>
  );
}
