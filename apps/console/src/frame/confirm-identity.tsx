import { AssayError } from '@assay/sdk';
import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { assay } from './api.js';
import { useSession } from './session.js';
import { Failure } from './states.js';

/** Whether a step was refused because the password or passkey has to be entered again. */
export const needsConfirmation = (error: Error | null): boolean =>
  error instanceof AssayError && error.code === 'reauthentication_required';

async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const options = await assay.request('reauthenticatePasskeyOptions', {});
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await startAuthentication({ optionsJSON: options as unknown as Options });
  await assay.request('reauthenticate', { body: { response: { ...response, response: { ...response.response } } } });
}

/** Enter the password or passkey again, then continue. */
export function ConfirmIdentity({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const [password, setPassword] = useState('');
  const { methods } = useSession();
  const confirm = useMutation({
    mutationFn: (attempt: () => Promise<unknown>) => attempt(),
    onSuccess: () => {
      setPassword('');
      onConfirmed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(() => assay.request('reauthenticate', { body: { password } }));
  };
  return (
    <Alert color="yellow" title="Confirm that it is you">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Text size="sm">Enter your password or passkey again. You can then decide for five minutes.</Text>
          <Group align="flex-end" gap="sm">
            <PasswordInput
              className="grow"
              label="Password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
            />
            <Button type="submit" disabled={password === ''} loading={confirm.isPending}>
              Confirm
            </Button>
            {methods.passkey ? (
              <Button variant="default" onClick={() => confirm.mutate(confirmWithPasskey)}>
                Use a passkey
              </Button>
            ) : null}
          </Group>
          {confirm.error === null ? null : <Failure error={confirm.error} />}
        </Stack>
      </form>
    </Alert>
  );
}
