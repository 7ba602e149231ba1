import { type KeyView, type Role, roles } from '@assay/sdk';
import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, assay, queryClient } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';
import { OneAction } from '../frame/one-action.js';
import { Part } from '../frame/part.js';
import { RecordTable } from '../frame/record-table.js';

const kinds = ['agent', 'service', 'user'] as const;

function NewKey() {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]>('agent');
  const [role, setRole] = useState<Role>('caller');
  const create = useMutation({
    mutationFn: () => assay.request('createKey', { body: { principal: { kind, name }, role } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listKeys'] }),
  });
  const issued = create.data && (
    <Alert color="green" title="The key, shown only once">
      <code className="outside-text">{create.data.key}</code>
    </Alert>
  );
  return (
    <FormRow submit={() => create.mutate()} error={create.error} outcome={issued}>
      <TextInput label="For" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <NativeSelect
        label="Kind"
        data={[...kinds]}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
      />
      <NativeSelect
        label="Role"
        data={[...roles]}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
      <Button type="submit" loading={create.isPending}>
        Create a key
      </Button>
    </FormRow>
  );
}

const stateOf = ({ revokedAt, expiresAt }: KeyView): string => {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  return expiresAt === null ? 'in force' : `in force until ${expiresAt.slice(0, 10)}`;
};

function AllKeys() {
  const query = useInfiniteQuery(apiList('listKeys'));
  return (
    <RecordTable
      query={query}
      label="Keys"
      keyOf={({ id }) => id}
      empty={{ title: 'No key yet.' }}
      columns={[
        { name: 'Key', cell: ({ prefix }) => `${prefix}…` },
        { name: 'For', cell: ({ principal, client }) => client?.name ?? `${principal.name} (${principal.kind})` },
        { name: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
        { name: 'Namespaces', cell: ({ namespaces }) => namespaces?.join(', ') ?? 'all' },
        { name: 'State', cell: stateOf },
        {
          name: 'Actions',
          cell: ({ id, prefix, revokedAt }) =>
            revokedAt === null ? (
              <OneAction
                label="Revoke"
                about={prefix}
                question="Calls with it fail at once."
                run={() => assay.request('revokeKey', { path: { id } })}
                stale={['listKeys']}
              />
            ) : null,
        },
      ]}
    />
  );
}

const whatKinds = { tool: 'Tool', capability: 'Capability', server: 'Server' } as const;
type What = keyof typeof whatKinds;

function NewGrant() {
  const [principal, setPrincipal] = useState('');
  const [what, setWhat] = useState<What>('tool');
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => assay.request('createGrant', { body: { principal, [what]: name, actions: ['call'] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listGrants'] }),
  });
  return (
    <FormRow submit={() => create.mutate()} error={create.error}>
      <TextInput
        label="Principal"
        required
        value={principal}
        onChange={(event) => setPrincipal(event.currentTarget.value)}
      />
      <NativeSelect
        label="May call"
        data={Object.entries(whatKinds).map(([value, label]) => ({ value, label }))}
        value={what}
        onChange={(event) => setWhat(event.currentTarget.value as What)}
      />
      <TextInput label="Its name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Button type="submit" loading={create.isPending}>
        Grant
      </Button>
    </FormRow>
  );
}

function Grants() {
  const query = useInfiniteQuery(apiList('listGrants'));
  return (
    <RecordTable
      query={query}
      label="Grants"
      keyOf={({ id }) => id}
      empty={{ title: 'No grant yet.', text: 'Members call the tools of their own organisation without one.' }}
      columns={[
        { name: 'Who', cell: ({ principal, organisation }) => principal ?? `all of ${organisation}` },
        { name: 'May call', cell: ({ tool, capability, server }) => tool ?? capability ?? server },
        { name: 'Since', cell: ({ createdAt }) => createdAt.slice(0, 10) },
        {
          name: 'Actions',
          cell: ({ id, principal, organisation }) => (
            <OneAction
              label="Withdraw"
              about={`the grant of ${principal ?? organisation}`}
              run={() => assay.request('deleteGrant', { path: { id } })}
              stale={['listGrants']}
            />
          ),
        },
      ]}
    />
  );
}

/** Keys of people, agents and clients, and rights to call. */
export function Keys() {
  return (
    <>
      <Part title="Keys">
        <NewKey />
        <AllKeys />
      </Part>
      <Part title="Grants">
        <Text size="sm" mb="xs">
          The right to call a tool, a capability or a whole server of yours.
        </Text>
        <NewGrant />
        <Grants />
      </Part>
    </>
  );
}
