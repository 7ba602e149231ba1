import { Alert, Anchor, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Page } from '../frame/page.js';
import { forgetEverything, type Session, useSession } from '../frame/session.js';
import { Failure } from '../frame/states.js';
import { send, signInWithPasskey } from './credentials.js';
import { PasskeyHost } from './passkey-host.js';
import { signInRoute } from './routes.js';

/** Why a sign-in at the organisation's provider failed, by the code in the address. */
const failures: Readonly<Record<string, string>> = {
  forbidden:
    'Your account there may not do this here. Ask an administrator for a role, or sign in as the right person.',
  unavailable: 'The provider cannot be reached. Try again, or ask an administrator.',
  conflict: 'No account could be made for you. Ask an administrator.',
};
const otherFailure = 'The sign-in was not completed. Begin again.';

const withNext = (url: string, next: string | undefined): string =>
  next === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;

function Providers({ session, next }: { readonly session: Session; readonly next: string | undefined }) {
  const { oidc } = session.methods;
  if (oidc.length === 0) return null;
  return (
    <Stack gap="xs">
      {oidc.map(({ name, url }) => (
        <Button key={name} component="a" href={withNext(url, next)} variant="default" fullWidth>
          Continue with {name}
        </Button>
      ))}
    </Stack>
  );
}

function useSignIn(next: string | undefined) {
  const router = useRouter();
  return useMutation({
    mutationFn: (attempt: () => Promise<unknown>) => attempt(),
    onSuccess: async () => {
      await forgetEverything();
      router.history.push(next ?? '/');
    },
  });
}

function Credentials({ session, next }: { readonly session: Session; readonly next: string | undefined }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn(next);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate(() => send('POST', '/v1/sign-in/password', { name, password }));
  };
  return (
    <Stack>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            autoComplete="username webauthn"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            required
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
            required
          />
          {signIn.error === null ? null : <Failure error={signIn.error} />}
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
      {session.methods.passkey ? (
        <Button
          variant="default"
          disabled={signIn.isPending}
          onClick={() => signIn.mutate(() => signInWithPasskey(name))}
        >
          Sign in with a passkey
        </Button>
      ) : null}
    </Stack>
  );
}

/** Where people sign in: password, passkey, or the organisation's own provider. */
export function SignInPage() {
  const session = useSession();
  const { next, failed } = signInRoute.useSearch();
  return (
    <div className="narrow">
      <Page title="Sign in" lead="Public tools can be seen without signing in.">
        {failed === undefined ? null : (
          <Alert color="red" title="Not signed in at the provider">
            {Object.hasOwn(failures, failed) ? failures[failed] : otherFailure}
          </Alert>
        )}
        {session.signedIn ? (
          <Text>
            You are signed in as {session.principal?.name}. <Anchor href={next ?? '/'}>Continue</Anchor>
          </Text>
        ) : (
          <Stack className="card">
            <Credentials session={session} next={next} />
            <PasskeyHost session={session} />
            {session.methods.oidc.length > 0 ? <Divider label="or" /> : null}
            <Providers session={session} next={next} />
          </Stack>
        )}
        <Text size="sm" c="dimmed">
          No account yet, or a lost password? An administrator sends you a link: <code>assay accounts invite</code> or{' '}
          <code>assay accounts reset</code>.
        </Text>
      </Page>
    </div>
  );
}
