import { AssayError } from '@assay/sdk';
import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { apiQuery, queryClient } from '../frame/api.js';
import { type Session, sessionQuery, useSession } from '../frame/session.js';
import { Failure } from '../frame/states.js';
import { reauthenticateWithPasskey, send } from './credentials.js';

/** Whether the person entered the password or a passkey within the last minutes. */
export function useIsConfirmed(): boolean {
  const { reauthenticatedUntil } = useSession();
  return reauthenticatedUntil !== undefined && Date.parse(reauthenticatedUntil) > Date.now();
}

/** Whether a step was refused because the password or passkey has to be entered again. */
export const needsConfirmation = (error: Error | null): boolean =>
  error instanceof AssayError && error.code === 'reauthentication_required';

interface ConfirmFormProps {
  /** What the person is about to do: "allow this command line". */
  readonly action: string;
  readonly onConfirmed?: () => void;
}

/** At the provider, for a person who signs in there; the browser comes back to this page. */
function ConfirmAtProvider({ session }: { readonly session: Session }) {
  const { href } = useLocation();
  return session.methods.oidc.map(({ name, url }) => (
    <Button key={name} component="a" variant="default" href={`${url}?confirm=true&next=${encodeURIComponent(href)}`}>
      Confirm with {name}
    </Button>
  ));
}

/** Asks for the password or passkey again. */
export function ConfirmForm({ action, onConfirmed }: ConfirmFormProps) {
  const session = useSession();
  const account = useQuery(apiQuery('showAccount')).data;
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: (attempt: () => Promise<unknown>) => attempt(),
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      onConfirmed?.();
    },
    onSettled: () => setPassword(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(() => send('POST', '/v1/account/reauthenticate', { password }));
  };
  return (
    <Alert color="blue" title="Confirm that it is you">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Text size="sm">
            {account?.password === null ? 'Prove who you are again' : 'Enter your password or passkey again'} to{' '}
            {action}. It counts for five minutes.
          </Text>
          <input type="text" autoComplete="username" value={session.principal?.name ?? ''} readOnly hidden />
          {account?.password === null ? null : (
            <PasswordInput
              label="Your password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
            />
          )}
          {confirm.error === null ? null : <Failure error={confirm.error} />}
          <Group gap="xs">
            {account?.password === null ? null : (
              <Button type="submit" loading={confirm.isPending} disabled={password === ''}>
                Confirm
              </Button>
            )}
            {session.methods.passkey && account?.passkeys.length !== 0 ? (
              <Button
                variant="default"
                disabled={confirm.isPending}
                onClick={() => confirm.mutate(reauthenticateWithPasskey)}
              >
                Use a passkey
              </Button>
            ) : null}
            {account?.issuer ? <ConfirmAtProvider session={session} /> : null}
          </Group>
        </Stack>
      </form>
    </Alert>
  );
}

interface ConfirmIdentityProps extends Pick<ConfirmFormProps, 'action'> {
  readonly children: ReactNode;
}

/** Shows what needs a confirmed identity, and before that asks for it. */
export const ConfirmIdentity = ({ action, children }: ConfirmIdentityProps) =>
  useIsConfirmed() ? children : <ConfirmForm action={action} />;
