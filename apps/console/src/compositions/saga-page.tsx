import type { SagaView } from '@assay/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay, queryClient } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { OneAction } from '../frame/one-action.js';
import { Page } from '../frame/page.js';
import { Awaited, Failure } from '../frame/states.js';
import { sagaRoute } from './routes.js';
import { Consents, History, Resolutions, SagaSteps } from './saga-parts.js';
import { stateWords } from './saga-words.js';
import { useLiveSaga } from './use-live-saga.js';

/** The state in which a person decides: an undo failed. */
const waitsForPerson = new Set(['COMPENSATION_FAILED']);

function Resolve({ id, steps }: { readonly id: string; readonly steps: readonly string[] }) {
  const [reason, setReason] = useState('');
  const resolve = useMutation({
    mutationFn: (action: 'retry' | 'settle') =>
      assay.request('resolveSaga', { path: { id }, body: { action, reason: reason.trim() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['showSaga'] }),
  });
  return (
    <Stack gap="xs" className="card">
      <Text size="sm">
        A person decides: {steps.join(', ')} could not be undone. Try again once the cause is gone, or settle it when it
        was put right by hand.
      </Text>
      <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <Group>
        <Button size="xs" disabled={reason.trim() === ''} onClick={() => resolve.mutate('retry')}>
          Try again
        </Button>
        <Button size="xs" variant="default" disabled={reason.trim() === ''} onClick={() => resolve.mutate('settle')}>
          Settle as it is
        </Button>
      </Group>
      {resolve.error === null ? null : <Failure error={resolve.error} />}
    </Stack>
  );
}

const isOpen = ({ state }: SagaView): boolean => state === 'PENDING' || state === 'RUNNING';

function Saga({ saga }: { readonly saga: SagaView }) {
  const events = useLiveSaga(saga.id, saga.state);
  return (
    <Stack>
      <Group justify="space-between">
        <Text role="status">State: {stateWords(saga.state)}</Text>
        {isOpen(saga) ? (
          <OneAction
            label="Cancel the saga"
            about={saga.id}
            question="Completed steps are undone."
            run={() => assay.request('cancelSaga', { path: { id: saga.id } })}
            stale={['showSaga', 'listSagas']}
          />
        ) : null}
      </Group>
      {saga.problem === null ? null : (
        <Text className="outside-text">
          {saga.problem.step === null ? '' : `${saga.problem.step}: `}
          {saga.problem.message}
        </Text>
      )}
      <Consents saga={saga} />
      <SagaSteps steps={saga.steps} />
      {waitsForPerson.has(saga.state) ? <Resolve id={saga.id} steps={saga.ticket?.steps ?? []} /> : null}
      <Resolutions resolutions={saga.resolutions} />
      <History events={events} />
    </Stack>
  );
}

/** One saga: its steps with their compensations, and the decision when it waits for a person. */
export function SagaPage() {
  const { id } = sagaRoute.useParams();
  const query = useQuery(apiQuery('showSaga', { path: { id } }));
  return (
    <Page title="Saga" lead={id}>
      <NeedsSignIn>
        <Awaited query={query}>{(saga) => <Saga saga={saga} />}</Awaited>
      </NeedsSignIn>
    </Page>
  );
}
