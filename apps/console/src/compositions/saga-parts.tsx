import type { SagaEventView, SagaStepView, SagaView } from '@assay/sdk';
import { Alert, Badge, List, Table, Text } from '@mantine/core';
import { PageLink } from '../frame/links.js';
import { Part } from '../frame/part.js';
import { stateWords, undoWords } from './saga-words.js';

const Waits = ({ approval }: { readonly approval: SagaStepView['approval'] }) =>
  approval === null ? null : (
    <PageLink to="/approvals/$id" params={{ id: approval.id }} size="sm">
      decide
    </PageLink>
  );

const Status = ({ status }: { readonly status: string }) => (
  <Badge variant="default" tt="none" fw={500}>
    {stateWords(status)}
  </Badge>
);

/** Each step with its result, and how it is or was undone. */
export function SagaSteps({ steps }: Pick<SagaView, 'steps'>) {
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
      <Table aria-label="Steps">
        <Table.Thead>
          <Table.Tr>
            {['Step', 'Tool', 'Status', 'Undo', 'Problem'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((step) => (
            <Table.Tr key={step.id}>
              <Table.Th scope="row">{step.id}</Table.Th>
              <Table.Td className="outside-text">
                {step.tool}@{step.version}
              </Table.Td>
              <Table.Td>
                <Status status={step.status} /> <Waits approval={step.approval} />
              </Table.Td>
              <Table.Td className="outside-text">
                {undoWords(step)} <Waits approval={step.undo?.approval ?? null} />
              </Table.Td>
              <Table.Td className="outside-text">{step.undo?.error?.message ?? step.error?.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Consent that a saga needs before its first step. */
export function Consents({ saga }: { readonly saga: SagaView }) {
  if (saga.state !== 'PENDING' || saga.consents.length === 0) return null;
  return (
    <Alert color="yellow" title="It begins when its irreversible steps are consented to">
      <List size="sm">
        {saga.consents.map(({ step, approval }) => (
          <List.Item key={step}>
            <PageLink to="/approvals/$id" params={{ id: approval.id }} size="sm">
              {step}
            </PageLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** What people decided about steps that could not be undone. */
export function Resolutions({ resolutions }: Pick<SagaView, 'resolutions'>) {
  if (resolutions.length === 0) return null;
  return (
    <Part title="Decisions">
      <List size="sm">
        {resolutions.map(({ action, by, reason, at }) => (
          <List.Item key={at} className="outside-text">
            {by} chose {action === 'retry' ? 'to try again' : 'to settle it as it is'}: {reason}
          </List.Item>
        ))}
      </List>
    </Part>
  );
}

/** In order, as it happens. */
export function History({ events }: { readonly events: readonly SagaEventView[] }) {
  return (
    <Part title="What happened">
      <List size="sm" type="ordered" aria-label="History">
        {events.map(({ number, at, kind, step, status, message }) => (
          <List.Item key={number} className="outside-text">
            <time dateTime={at}>{at.slice(11, 19)}</time> {kind.startsWith('undo') ? 'undo of ' : ''}
            {step ?? 'saga'}: {stateWords(status)}
            {message === null ? null : (
              <Text span size="sm" c="dimmed">
                {' '}
                {message}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Part>
  );
}
