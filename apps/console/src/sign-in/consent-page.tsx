import type { AnswerOf } from '@assay/sdk';
import { Alert, Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay } from '../frame/api.js';
import { Page } from '../frame/page.js';
import { Awaited, Failure } from '../frame/states.js';
import { consentRoute } from './routes.js';

type Request = AnswerOf<'showAuthorizationRequest'>;

const places: Readonly<Record<Request['resource']['kind'], string>> = {
  gateway: 'the tools of this installation',
  toolset: 'the toolset',
  server: 'the server',
};

function Client({ request }: { readonly request: Request }) {
  const { client, redirect, resource } = request;
  return (
    <Stack gap="xs">
      <Text>
        <strong>{client.name}</strong>
        {client.host === null ? null : <> of {client.host}</>} wants to use {places[resource.kind]}{' '}
        {resource.name === null ? null : <strong>{resource.name}</strong>} as an agent of{' '}
        <strong>{request.person}</strong>.
      </Text>
      <Text size="sm">
        Address: <code>{resource.address}</code>
      </Text>
      <Text size="sm">
        Afterwards your browser goes to: <code>{redirect.host}</code>
      </Text>
      {request.warnings.map((warning) => (
        <Alert key={warning} color="yellow">
          {warning}
        </Alert>
      ))}
    </Stack>
  );
}

function Decide({ request }: { readonly request: Request }) {
  const grantable = request.scopes.filter((it) => it.isGrantable).map((it) => it.name);
  const [scopes, setScopes] = useState(grantable);
  const [namespaces, setNamespaces] = useState<string[]>([]);
  const decide = useMutation({
    mutationFn: (body: { decision: 'allow' | 'deny'; scopes?: string[]; namespaces?: string[] }) =>
      assay.request('decideAuthorizationRequest', { path: { id: request.id }, body }),
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  });
  const isBusy = decide.isPending || decide.isSuccess;
  const limit = namespaces.length > 0 ? { namespaces } : {};
  return (
    <Stack className="card">
      <Client request={request} />
      <Checkbox.Group label="It may" value={scopes} onChange={setScopes}>
        <Stack gap="xs" mt="xs">
          {request.scopes.map(({ name, description, isGrantable }) => (
            <Checkbox
              key={name}
              value={name}
              label={`${description} (${name})`}
              disabled={!isGrantable}
              {...(!isGrantable && { description: 'You cannot pass this on.' })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label="Only in these namespaces"
        description="Leave it empty for every namespace that you reach."
        data={request.namespaces}
        value={namespaces}
        onChange={setNamespaces}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the namespaces' }}
      />
      <Text size="sm" c="dimmed">
        It never decides on approvals, writes policies, starts commands or administers. You can end its access at any
        time under your keys.
      </Text>
      {decide.error === null ? null : <Failure error={decide.error} />}
      <Group>
        <Button
          disabled={scopes.length === 0}
          loading={isBusy}
          onClick={() => decide.mutate({ decision: 'allow', scopes, ...limit })}
        >
          Allow
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => decide.mutate({ decision: 'deny' })}>
          Deny
        </Button>
      </Group>
    </Stack>
  );
}

/** Where a person decides whether a client may act for them. The client opened this page. */
export function ConsentPage() {
  const { id } = consentRoute.useParams();
  const request = useQuery({ ...apiQuery('showAuthorizationRequest', { path: { id } }), retry: false });
  return (
    <div className="narrow">
      <Page title="Allow access">
        <Awaited query={request}>{(data) => <Decide request={data} />}</Awaited>
      </Page>
    </div>
  );
}
