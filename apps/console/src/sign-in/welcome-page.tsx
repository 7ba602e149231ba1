import { Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Page } from '../frame/page.js';
import { forgetEverything, useSession } from '../frame/session.js';
import { Awaited, Failure } from '../frame/states.js';
import { createPasskey, send } from './credentials.js';
import { PasskeyHost } from './passkey-host.js';
import { welcomeRoute } from './routes.js';

interface LinkView {
  readonly purpose: 'first-credential' | 'invitation' | 'reset';
  readonly name: string;
}

const leads: Readonly<Record<LinkView['purpose'], string>> = {
  'first-credential': 'This is the first sign-in. Choose how you will sign in from now on.',
  invitation: 'You have been invited. Choose how you will sign in.',
  reset: 'Your sign-in was reset. Choose a new one; the old one no longer works.',
};

function useCredential() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (set: () => Promise<unknown>) => set(),
    onSuccess: async () => {
      await forgetEverything();
      await navigate({ to: '/' });
    },
  });
}

function Choose({ token, link }: { readonly token: string; readonly link: LinkView }) {
  const session = useSession();
  const [password, setPassword] = useState('');
  const credential = useCredential();
  const path = `/v1/sign-in/links/${encodeURIComponent(token)}/password`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    credential.mutate(() => send('POST', path, { password }));
  };
  return (
    <Stack className="card">
      <Text>
        Account: <strong>{link.name}</strong>
      </Text>
      <form onSubmit={submit}>
        <Stack>
          {/* Password stores need to see which account the new password belongs to. */}
          <input type="text" autoComplete="username" value={link.name} readOnly hidden />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
            required
          />
          {credential.error === null ? null : <Failure error={credential.error} />}
          <Button type="submit" loading={credential.isPending}>
            Set the password and sign in
          </Button>
        </Stack>
      </form>
      {session.methods.passkey ? (
        <>
          <Divider label="or" />
          <Button variant="default" onClick={() => credential.mutate(() => createPasskey(token))}>
            Create a passkey
          </Button>
        </>
      ) : null}
      <PasskeyHost session={session} />
    </Stack>
  );
}

/** The page of a one-time link: an account's first credential, an invitation or a reset. */
export function WelcomePage() {
  const { token } = welcomeRoute.useParams();
  const link = useQuery({
    queryKey: ['sign-in link', token],
    queryFn: () => send<LinkView>('GET', `/v1/sign-in/links/${encodeURIComponent(token)}`),
    retry: false,
  });
  return (
    <div className="narrow">
      <Page title="Welcome to Assay" lead={link.data && leads[link.data.purpose]}>
        <Awaited query={link}>{(data) => <Choose token={token} link={data} />}</Awaited>
      </Page>
    </div>
  );
}
