import type { ApprovalDetail } from '@assay/sdk';
import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, apiQuery } from '../frame/api.js';
import { More } from '../frame/more.js';
import { Empty, Failure, Loading } from '../frame/states.js';
import { ApprovalCard } from './approval-card.js';
import { groupsOf } from './groups.js';
import { StandingList } from './standing-list.js';

type Shown = 'pending' | 'all' | 'advance';

const perPage = 20;

function useApprovals(shown: 'pending' | 'all') {
  const query = { limit: perPage, ...(shown === 'pending' && { status: 'pending' as const }) };
  const list = useInfiniteQuery(apiList('listApprovals', { query }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const details = useQueries({ queries: items.map(({ id }) => apiQuery('showApproval', { path: { id } })) });
  return { list, details: details.flatMap(({ data }) => (data === undefined ? [] : [data])) };
}

const nameOf = (partOf: NonNullable<ApprovalDetail['partOf']>): string => `Steps of the ${partOf.kind} ${partOf.id}`;

/** Steps of one run are shown together. */
function Grouped({ details }: { readonly details: readonly ApprovalDetail[] }) {
  return groupsOf(details).map(([first, ...others]) =>
    first.partOf === null || others.length === 0 ? (
      [first, ...others].map((approval) => <ApprovalCard key={approval.id} approval={approval} />)
    ) : (
      <section key={first.id} aria-label={nameOf(first.partOf)}>
        <Stack gap="sm">
          <Title order={2} size="h5" className="outside-text">
            {nameOf(first.partOf)}
          </Title>
          {[first, ...others].map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} />
          ))}
        </Stack>
      </section>
    ),
  );
}

function Calls({ shown }: { readonly shown: 'pending' | 'all' }) {
  const { list, details } = useApprovals(shown);
  if (list.error !== null) return <Failure error={list.error} retry={() => void list.refetch()} />;
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  return (
    <Stack>
      {isEmpty ? (
        <Empty title="No call waits for you.">A call appears here when a policy asks for a person’s approval.</Empty>
      ) : details.length === 0 ? (
        <Loading />
      ) : (
        <Grouped details={details} />
      )}
      <More query={list} />
    </Stack>
  );
}

/** Calls that wait for a person, live; decided ones and approvals in advance on request. */
export function Approvals() {
  const [shown, setShown] = useState<Shown>('pending');
  return (
    <Stack>
      <Group>
        <SegmentedControl
          aria-label="Which approvals"
          size="xs"
          data={[
            { value: 'pending', label: 'Waiting' },
            { value: 'all', label: 'All' },
            { value: 'advance', label: 'In advance' },
          ]}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
        />
        <Text size="sm" c="dimmed">
          Changes appear by themselves.
        </Text>
      </Group>
      {shown === 'advance' ? <StandingList /> : <Calls shown={shown} />}
    </Stack>
  );
}
