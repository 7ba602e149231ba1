import { Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay, queryClient, readAgain } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Part } from '../frame/part.js';
import { sessionQuery } from '../frame/session.js';
import { Awaited } from '../frame/states.js';
import { ClientAccess, OwnSessions } from './account-access.js';
import { OwnCredentials } from './account-credentials.js';

function OwnName({ present }: { readonly present: string | null }) {
  const [name, setName] = useState(present ?? '');
  const rename = useMutation({
    mutationFn: () => assay.request('changeOwnAccount', { body: { displayName: name } }),
    onSuccess: () => Promise.all([readAgain(['showAccount']), queryClient.invalidateQueries(sessionQuery)]),
  });
  return (
    <FormRow submit={() => rename.mutate()} error={rename.error}>
      <TextInput
        label="Your name as others see it"
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={rename.isPending} disabled={name.trim() === (present ?? '')}>
        Save the name
      </Button>
    </FormRow>
  );
}

function Account() {
  const account = useQuery(apiQuery('showAccount'));
  return (
    <Awaited query={account}>
      {(data) => (
        <>
          <Part title="You">
            <Text size="sm" mb="xs" className="outside-text">
              {data.principal.name}, {data.roles.join(', ') || 'without a role'}
              {data.teams.length === 0 ? '' : `, in ${data.teams.join(', ')}`}
            </Text>
            <OwnName present={data.displayName} />
          </Part>
          <Part title="How you sign in">
            <OwnCredentials account={data} />
          </Part>
          <Part title="Where you are signed in">
            <OwnSessions />
          </Part>
          <Part title="Clients that act for you">
            <ClientAccess />
          </Part>
        </>
      )}
    </Awaited>
  );
}

/** The account of the person who is signed in. */
export function AccountPage() {
  return (
    <Page title="Your account" lead="How you sign in, where you are signed in, and who may act for you.">
      <NeedsSignIn>
        <Account />
      </NeedsSignIn>
    </Page>
  );
}
