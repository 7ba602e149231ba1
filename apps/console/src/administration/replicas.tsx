import type { ReplicaView } from '@assay/sdk';
import { Badge } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList } from '../frame/api.js';
import { RecordTable } from '../frame/record-table.js';

const colors = { up: 'green', silent: 'red', stopped: 'gray' } as const;

const State = ({ state }: Pick<ReplicaView, 'state'>) => (
  <Badge variant="light" color={colors[state]} tt="none">
    {state}
  </Badge>
);

const time = (iso: string): string => new Date(iso).toLocaleString();

const pollMs = 10_000;

/** Servers that share the database; one that ended is listed for a day. */
export function Replicas() {
  const query = useInfiniteQuery({ ...apiList('listReplicas'), refetchInterval: pollMs });
  return (
    <RecordTable
      query={query}
      label="Replicas"
      keyOf={({ id }) => id}
      columns={[
        { name: 'Replica', cell: ({ id, name, current }) => `${name ?? id}${current ? ' (answers this page)' : ''}` },
        { name: 'State', cell: ({ state }) => <State state={state} /> },
        { name: 'Version', cell: ({ version, node }) => `${version}, Node ${node}` },
        { name: 'Started', cell: ({ startedAt }) => time(startedAt) },
        { name: 'Last seen', cell: ({ seenAt }) => time(seenAt) },
      ]}
      empty={{ title: 'No replica has announced itself.' }}
    />
  );
}
