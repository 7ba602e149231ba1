import type { AnswerOf } from '@assay/sdk';
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assay, readAgain } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';
import { OneAction } from '../frame/one-action.js';
import { useSession } from '../frame/session.js';
import { Since } from './account-access.js';
import { ConfirmIdentity } from './confirm-identity.js';
import { addPasskey } from './credentials.js';
import { PasskeyHost } from './passkey-host.js';

function NewPassword({ isFirst }: { readonly isFirst: boolean }) {
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => assay.request('changePassword', { body: { password } }),
    onSuccess: () => {
      setPassword('');
      return readAgain(['showAccount', 'listOwnSessions']);
    },
  });
  const outcome = change.isSuccess ? (
    <Text size="sm" role="status">
      The password is set. Your other sessions have ended.
    </Text>
  ) : null;
  return (
    <FormRow submit={() => change.mutate()} error={change.error} outcome={outcome}>
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        required
        w={260}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the new password', tabIndex: 0 }}
      />
      <Button type="submit" variant="default" loading={change.isPending}>
        {isFirst ? 'Set a password' : 'Change the password'}
      </Button>
    </FormRow>
  );
}

function NewPasskey() {
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    onSuccess: () => {
      setName('');
      return readAgain(['showAccount']);
    },
  });
  return (
    <FormRow submit={() => add.mutate()} error={add.error}>
      <TextInput
        label="Name of the passkey"
        placeholder="laptop"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        Add a passkey
      </Button>
    </FormRow>
  );
}

function Passkeys({ account }: { readonly account: AnswerOf<'showAccount'> }) {
  return account.passkeys.map(({ id, name, host, createdAt }) => (
    <Group key={id} gap="md">
      <Since what={`Passkey ${name} for ${host}, since`} iso={createdAt} />
      <OneAction
        label="Remove"
        about={`passkey ${name}`}
        question="It no longer signs you in."
        run={() => assay.request('removePasskey', { path: { id } })}
        stale={['showAccount']}
      />
    </Group>
  ));
}

/** The credentials of the account, and their forms once the person has confirmed who they are. */
export function OwnCredentials({ account }: { readonly account: AnswerOf<'showAccount'> }) {
  const session = useSession();
  const [isChanging, setChanging] = useState(false);
  return (
    <Stack gap="sm">
      {account.issuer === null ? null : (
        <Text size="sm" className="outside-text">
          At {account.issuer}
        </Text>
      )}
      {account.password === null ? null : <Since what="Password, set" iso={account.password.setAt} />}
      <Passkeys account={account} />
      {isChanging ? (
        <ConfirmIdentity action="change how you sign in">
          <NewPassword isFirst={account.password === null} />
          {session.methods.passkey ? <NewPasskey /> : null}
        </ConfirmIdentity>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setChanging(true)}>
            Change how you sign in
          </Button>
        </Group>
      )}
      <PasskeyHost session={session} />
    </Stack>
  );
}
