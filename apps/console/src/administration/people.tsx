import { type AnswerOf, type ItemOf, type Role, roles, type TeamView } from '@assay/sdk';
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, assay, queryClient } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';
import { OneAction } from '../frame/one-action.js';
import { Part } from '../frame/part.js';
import { RecordTable } from '../frame/record-table.js';
import { Failure } from '../frame/states.js';

type AccountView = ItemOf<'listAccounts'>;
type IssuedLink = AnswerOf<'invite'>;

const Issued = ({ issued }: { readonly issued: IssuedLink }) => (
  <Alert color="green" title={`A link for ${issued.account.name}`}>
    <Text size="sm">
      Shown only once, valid until {issued.expiresAt}. Hand it to the person: it sets a credential once.
    </Text>
    <code className="outside-text">{issued.link}</code>
  </Alert>
);

function Invite() {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('caller');
  const invite = useMutation({
    mutationFn: () => assay.request('invite', { body: { name, roles: [role] } }),
    onSuccess: () => {
      setName('');
      return queryClient.invalidateQueries({ queryKey: ['listAccounts'] });
    },
  });
  return (
    <FormRow
      submit={() => invite.mutate()}
      error={invite.error}
      outcome={invite.data && <Issued issued={invite.data} />}
    >
      <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <NativeSelect
        label="Role"
        data={[...roles]}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
      <Button type="submit" loading={invite.isPending}>
        Invite
      </Button>
    </FormRow>
  );
}

const signsInWith = ({ credentials: { password, passkeys, issuer } }: AccountView): string =>
  [password ? 'password' : '', passkeys > 0 ? `${passkeys} passkeys` : '', issuer ?? ''].filter(Boolean).join(', ') ||
  'nothing yet';

function Accounts() {
  const query = useInfiniteQuery(apiList('listAccounts'));
  const reset = useMutation({
    mutationFn: (id: string) => assay.request('resetAccount', { path: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listAccounts'] }),
  });
  const change = (id: string, disabled: boolean) =>
    assay.request('changeAccount', { path: { id }, body: { disabled } });
  return (
    <Stack gap="sm">
      {reset.data === undefined ? null : <Issued issued={reset.data} />}
      {reset.error === null ? null : <Failure error={reset.error} />}
      <RecordTable
        query={query}
        label="People"
        keyOf={({ id }) => id}
        empty={{ title: 'Nobody has an account yet.' }}
        columns={[
          { name: 'Name', cell: ({ name }) => name },
          { name: 'Roles', cell: (it) => it.roles.join(', ') },
          { name: 'Teams', cell: (it) => it.teams.join(', ') || '–' },
          { name: 'Status', cell: ({ status }) => status },
          { name: 'Signs in with', cell: signsInWith },
          { name: 'Last seen', cell: ({ lastSeenAt }) => lastSeenAt?.slice(0, 10) ?? 'never' },
          {
            name: 'Actions',
            cell: ({ id, name, status }) => (
              <Group gap="xs">
                <OneAction
                  label="Reset"
                  about={name}
                  question="The person is notified and has to set a new credential."
                  run={() => reset.mutateAsync(id)}
                  stale={['listAccounts']}
                />
                <OneAction
                  label={status === 'disabled' ? 'Enable' : 'Disable'}
                  about={name}
                  run={() => change(id, status !== 'disabled')}
                  stale={['listAccounts']}
                />
              </Group>
            ),
          },
        ]}
      />
    </Stack>
  );
}

function NewTeam() {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => assay.teams.create({ name }),
    onSuccess: () => {
      setName('');
      return queryClient.invalidateQueries({ queryKey: ['listTeams'] });
    },
  });
  return (
    <Stack gap="sm" mb="md">
      <Group align="flex-end" gap="sm">
        <TextInput label="New team" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Button variant="default" disabled={name === ''} loading={create.isPending} onClick={() => create.mutate()}>
          Create
        </Button>
      </Group>
      {create.error === null ? null : <Failure error={create.error} />}
    </Stack>
  );
}

function AddMember({ team }: { readonly team: string }) {
  const [principal, setPrincipal] = useState('');
  const add = useMutation({
    mutationFn: () => assay.request('addTeamMember', { path: { team }, body: { principal } }),
    onSuccess: () => {
      setPrincipal('');
      return queryClient.invalidateQueries({ queryKey: ['listTeams'] });
    },
  });
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          size="xs"
          aria-label={`Add to ${team}`}
          placeholder="name"
          value={principal}
          onChange={(event) => setPrincipal(event.currentTarget.value)}
        />
        <Button size="compact-xs" variant="default" disabled={principal === ''} onClick={() => add.mutate()}>
          Add
        </Button>
      </Group>
      {add.error === null ? null : <Failure error={add.error} />}
    </>
  );
}

const Members = ({ team }: { readonly team: TeamView }) => (
  <Stack gap={4}>
    {team.members.map(({ name }) => (
      <Group key={name} gap="xs">
        {name}
        <OneAction
          label="Remove"
          about={`${name} from ${team.name}`}
          run={() => assay.request('removeTeamMember', { path: { team: team.name, principal: name } })}
          stale={['listTeams']}
        />
      </Group>
    ))}
    <AddMember team={team.name} />
  </Stack>
);

function Teams() {
  const query = useInfiniteQuery(apiList('listTeams'));
  return (
    <RecordTable
      query={query}
      label="Teams"
      keyOf={({ name }) => name}
      empty={{ title: 'No team yet.', text: 'A team owns namespaces together.' }}
      columns={[
        { name: 'Team', cell: ({ name }) => name },
        { name: 'Members', cell: (team) => <Members team={team} /> },
        { name: 'Owns', cell: ({ namespaces }) => namespaces.join(', ') || '–' },
        {
          name: 'Actions',
          cell: ({ name }) => (
            <OneAction
              label="Delete"
              about={name}
              question="Delete the team?"
              run={() => assay.request('deleteTeam', { path: { team: name } })}
              stale={['listTeams']}
            />
          ),
        },
      ]}
    />
  );
}

/** People with accounts, and teams. */
export function People() {
  return (
    <>
      <Part title="Accounts">
        <Invite />
        <Accounts />
      </Part>
      <Part title="Teams">
        <NewTeam />
        <Teams />
      </Part>
    </>
  );
}
