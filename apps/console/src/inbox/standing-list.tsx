import type { GrantView } from '@assay/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList, assay } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { RecordTable } from '../frame/record-table.js';

const useOf = ({ standing }: GrantView): string =>
  standing === null ? '' : `${standing.used} of ${standing.count}, ${standing.state}`;

/** Approvals in advance, with their use. */
export function StandingList() {
  const query = useInfiniteQuery(apiList('listGrants', { query: { standing: 'yes' } }));
  return (
    <RecordTable
      query={query}
      label="Approvals in advance"
      keyOf={({ id }) => id}
      empty={{
        title: 'No call is approved in advance.',
        text: 'A call that waits offers to approve similar calls in advance.',
      }}
      columns={[
        { name: 'Tool', cell: ({ tool }) => tool },
        { name: 'By', cell: ({ principal }) => principal },
        { name: 'Used', cell: useOf },
        { name: 'Until', cell: ({ standing }) => standing?.expiresAt.slice(0, 10) },
        { name: 'Bounds', cell: ({ standing }) => <code>{JSON.stringify(standing?.bounds)}</code> },
        { name: 'Agreed by', cell: ({ standing }) => standing?.createdBy ?? 'unknown' },
        {
          name: 'Actions',
          cell: ({ id, tool, standing }) =>
            standing?.state === 'usable' ? (
              <OneAction
                label="Revoke"
                about={`approval in advance of ${tool}`}
                question="Calls wait for a person again."
                run={() => assay.request('deleteGrant', { path: { id } })}
                stale={['listGrants']}
              />
            ) : null,
        },
      ]}
    />
  );
}
