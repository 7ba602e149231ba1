import type { CommandLineView } from '@assay/sdk';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { apiQuery, assay } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Awaited, Failure } from '../frame/states.js';
import { ConfirmIdentity } from './confirm-identity.js';
import { commandLineRoute } from './routes.js';

function Decide({ line }: { readonly line: CommandLineView }) {
  const decide = useMutation({
    mutationFn: (decision: 'allow' | 'deny') =>
      assay.request('decideCommandLine', { path: { code: line.code }, body: { decision } }),
  });
  if (decide.isSuccess)
    return (
      <Alert color={decide.variables === 'allow' ? 'green' : 'gray'} title="Done" role="status">
        {decide.variables === 'allow' ? 'The command line is signed in' : 'The command line gets no key'}. You can close
        this page.
      </Alert>
    );
  return (
    <Stack className="card">
      <Text>
        A command line on <strong>{line.machine}</strong> ({line.address}) asks for a key of your account.
      </Text>
      <Text>
        Your terminal must show this code: <strong>{line.code}</strong>. If it does not, or you did not run{' '}
        <code>assay login --browser</code>, deny it.
      </Text>
      <Text size="sm">
        The key acts as you for {line.keyDays} days, with the scopes {line.scopes.join(', ')}. You can revoke it with{' '}
        <code>assay keys revoke</code>.
      </Text>
      {decide.error === null ? null : <Failure error={decide.error} />}
      <ConfirmIdentity action="allow this command line">
        <Button onClick={() => decide.mutate('allow')} loading={decide.isPending}>
          Allow
        </Button>
      </ConfirmIdentity>
      <Button variant="default" onClick={() => decide.mutate('deny')} disabled={decide.isPending}>
        Deny
      </Button>
    </Stack>
  );
}

function Requested({ code }: { readonly code: string }) {
  const line = useQuery({ ...apiQuery('showCommandLine', { path: { code } }), refetchOnWindowFocus: false });
  return <Awaited query={line}>{(data) => <Decide line={data} />}</Awaited>;
}

function EnterCode() {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '/command-line', search: { code } });
  };
  return (
    <form onSubmit={submit}>
      <Group align="end">
        <TextInput
          label="Code that your terminal shows"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          required
        />
        <Button type="submit">Continue</Button>
      </Group>
    </form>
  );
}

/** Where a signed-in person allows a command line a key. */
export function CommandLinePage() {
  const { code } = commandLineRoute.useSearch();
  return (
    <div className="narrow">
      <Page title="Sign in a command line">
        <NeedsSignIn>{code === undefined ? <EnterCode /> : <Requested key={code} code={code} />}</NeedsSignIn>
      </Page>
    </div>
  );
}
