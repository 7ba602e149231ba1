import type { AnswerOf } from '@assay/sdk';
import { Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiList, apiQuery, assay } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { RecordTable } from '../frame/record-table.js';
import { Awaited, Empty } from '../frame/states.js';

const ways = { password: 'password', passkey: 'passkey', oidc: 'provider', link: 'one-time link' } as const;
const day = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** Every browser in which the person is signed in. */
export function OwnSessions() {
  const query = useInfiniteQuery(apiList('listOwnSessions'));
  return (
    <RecordTable
      query={query}
      label="Sessions"
      keyOf={({ id }) => id}
      empty={{ title: 'No session.' }}
      columns={[
        { name: 'Browser', cell: ({ client, current }) => `${client ?? 'unknown'}${current ? ' (this one)' : ''}` },
        { name: 'From', cell: ({ address, method }) => `${address ?? 'unknown'}, by ${ways[method]}` },
        { name: 'Since', cell: ({ createdAt }) => day(createdAt) },
        { name: 'Last used', cell: ({ lastSeenAt }) => day(lastSeenAt) },
        {
          name: 'Actions',
          cell: ({ id, current, createdAt }) =>
            current ? null : (
              <OneAction
                label="End"
                about={`session since ${day(createdAt)}`}
                run={() => assay.request('endSession', { path: { id } })}
                stale={['listOwnSessions']}
              />
            ),
        },
      ]}
    />
  );
}

type Client = AnswerOf<'me'>['clients'][number];

const Access = ({ grant: { id, client, scopes, namespaces, createdAt } }: { readonly grant: Client }) => (
  <Table.Tr>
    <Table.Th scope="row" className="outside-text">
      {client?.name ?? 'unknown'}
    </Table.Th>
    <Table.Td className="outside-text">{client?.resource}</Table.Td>
    <Table.Td>{scopes.join(', ')}</Table.Td>
    <Table.Td>{namespaces?.join(', ') ?? 'all you reach'}</Table.Td>
    <Table.Td>{day(createdAt)}</Table.Td>
    <Table.Td>
      <OneAction
        label="End access"
        about={client?.name ?? id}
        question="It has to sign in again."
        run={() => assay.request('revokeKey', { path: { id } })}
        stale={['me']}
      />
    </Table.Td>
  </Table.Tr>
);

/** Clients that the person allowed to act for them. */
export function ClientAccess() {
  const me = useQuery(apiQuery('me'));
  return (
    <Awaited query={me}>
      {({ clients }) =>
        clients.length === 0 ? (
          <Empty title="No client acts for you.">An MCP client appears here once you allow it to sign in.</Empty>
        ) : (
          <Table.ScrollContainer minWidth={520} type="native" tabIndex={0} role="region" aria-label="Clients">
            <Table aria-label="Clients" verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  {['Client', 'Address', 'May', 'Namespaces', 'Since', 'Actions'].map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {clients.map((grant) => (
                  <Access key={grant.id} grant={grant} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )
      }
    </Awaited>
  );
}

/** What a passkey or password has been since. */
export const Since = ({ what, iso }: { readonly what: string; readonly iso: string }) => (
  <Text size="sm">
    {what} <time dateTime={iso}>{day(iso)}</time>
  </Text>
);
