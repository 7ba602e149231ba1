import type { SagaStepView, SagaView } from '@assay/sdk';
import { Badge, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay, queryClient } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Awaited, Failure } from '../frame/states.js';
import { sagaRoute } from './routes.js';

/** The state in which a person decides: an undo failed. */
const waitsForPerson = new Set(['COMPENSATION_FAILED']);

function Resolve({ id }: { readonly id: string }) {
  const [reason, setReason] = useState('');
  const resolve = useMutation({
    mutationFn: (action: 'retry' | 'settle') =>
      assay.request('resolveSaga', { path: { id }, body: { action, reason: reason.trim() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['showSaga'] }),
  });
  return (
    <Stack gap="xs" className="card">
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

const undoText = ({ undo, class: kind }: SagaStepView): string =>
  undo === null
    ? kind
    : `${kind}: ${undo.tool ?? 'nothing to call'}, ${undo.status.toLowerCase().replaceAll('_', ' ')}`;

function Saga({ saga }: { readonly saga: SagaView }) {
  return (
    <Stack>
      <Text role="status">State: {saga.state.toLowerCase().replaceAll('_', ' ')}</Text>
      {saga.problem === null ? null : <Text className="outside-text">{saga.problem.message}</Text>}
      <Table aria-label="Steps">
        <Table.Tbody>
          {saga.steps.map((step) => (
            <Table.Tr key={step.id}>
              <Table.Th scope="row">{step.id}</Table.Th>
              <Table.Td className="outside-text">{step.tool}</Table.Td>
              <Table.Td>
                <Badge variant="default" tt="none" fw={500}>
                  {step.status.toLowerCase().replaceAll('_', ' ')}
                </Badge>
              </Table.Td>
              <Table.Td className="outside-text">{undoText(step)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {waitsForPerson.has(saga.state) ? <Resolve id={saga.id} /> : null}
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
