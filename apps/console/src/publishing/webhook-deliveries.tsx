import type { DeliveryView } from '@assay/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList, assay } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { RecordTable } from '../frame/record-table.js';

const minute = (at: string): string => at.slice(0, 16).replace('T', ' ');

const outcomeOf = ({ state, attempts, lastStatus, lastError }: DeliveryView): string => {
  const answer = lastStatus === null ? (lastError ?? '') : `answered ${lastStatus}`;
  return [state === 'dead' ? 'given up' : state, `${attempts} attempts`, answer].filter(Boolean).join(', ');
};

/** Messages to one webhook, newest first; those that were not delivered can be sent again. */
export function WebhookDeliveries({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(apiList('listDeliveries', { path: { id }, query: { limit: 20 } }));
  return (
    <RecordTable
      query={query}
      label="Deliveries"
      keyOf={(it) => it.id}
      empty={{ title: 'Nothing was sent yet.' }}
      columns={[
        { name: 'Created', cell: ({ createdAt }) => minute(createdAt) },
        { name: 'Kind', cell: ({ kind }) => kind },
        { name: 'About', cell: ({ subject }) => subject },
        { name: 'State', cell: outcomeOf },
        {
          name: 'Action',
          cell: (it) =>
            it.state === 'delivered' ? null : (
              <OneAction
                label="Send again"
                about={`${it.kind} ${it.subject}`}
                run={() => assay.webhooks.retry(id, it.id)}
                stale={['listDeliveries', 'listWebhooks']}
              />
            ),
        },
      ]}
    />
  );
}
