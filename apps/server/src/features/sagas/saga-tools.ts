import type { SagaView, StartSaga } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import type { NumberedSagaEvent, Saga } from '@assay/runs';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Domain } from '../../domain.js';
import { requireScope } from '../../edges/caller-guard.js';
import { sagaView } from './saga-views.js';
import type { McpCall } from '../../edges/mcp/mcp-call.js';

export const showSagaSchema = z.strictObject({ id: z.uuid().describe('Of the saga') });

type Answer = { readonly run: CallToolResult } | { readonly failure: Failure };

/** So long a client is kept waiting for the end of a saga; then it looks again, in ms. */
const patienceMs = 25_000;

/** Begins a saga, and tells how it goes as progress until it rests, waits for a person, or takes long. */
export async function startSaga(
  domain: Domain,
  body: StartSaga,
  { caller, traceId, signal, progress }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const begun = await domain.sagas.begin.run(body, { caller, traceId });
  if (!begun.ok) return { failure: begun.error };
  const patience = new AbortController();
  const stopTimer = domain.clock.after(patienceMs, () => patience.abort());
  const listening = AbortSignal.any([signal, patience.signal]);
  try {
    await heard(domain, begun.value, listening, progress);
  } finally {
    stopTimer();
  }
  return showSaga(domain, { id: begun.value.id }, { caller });
}

/** A saga as it stands. */
export async function showSaga(
  domain: Domain,
  { id }: z.infer<typeof showSagaSchema>,
  { caller }: Pick<McpCall, 'caller'>,
): Promise<Answer> {
  requireScope(caller, 'authenticated');
  const found = await domain.sagas.manage.find(caller, id);
  return found.ok ? { run: sagaResult(sagaView(found.value, domain.directory)) } : { failure: found.error };
}

async function heard(domain: Domain, saga: Saga, gone: AbortSignal, progress: McpCall['progress']): Promise<void> {
  if (saga.state === 'PENDING' && saga.consents.length > 0) return;
  for await (const event of domain.sagas.manage.news(saga, 0, gone)) {
    progress?.({ progress: event.number, message: lineOf(event) });
    if (event.kind === 'step.waits' || event.kind === 'undo.waits') return;
  }
}

const lineOf = ({ kind, step, status }: NumberedSagaEvent): string =>
  step === null ? status : `${kind.startsWith('undo.') ? 'undo of ' : ''}${step}: ${status}`;

const sagaResult = (saga: SagaView): CallToolResult => ({
  content: [{ type: 'text', text: sagaText(saga) }],
  structuredContent: { ...saga },
  isError: saga.state === 'FAILED' || saga.state === 'COMPENSATION_FAILED',
});

/** What a model reads. */
function sagaText({ id, state, steps, problem, consents, ticket }: SagaView): string {
  const isOpen = state === 'PENDING' || state === 'RUNNING' || state === 'COMPENSATING';
  const lines = steps.map(({ id: step, status, output, undo }) => {
    const gave = status === 'succeeded' ? ` ${JSON.stringify(output ?? null)}` : '';
    return `${step}: ${status}${gave}${undo === null ? '' : `; undone: ${undo.status}`}`;
  });
  const asked = [
    ...(state === 'PENDING' ? consents : []),
    ...steps.flatMap(({ id: step, approval, undo }) =>
      [approval, undo?.approval ?? null].flatMap((it) => (it === null ? [] : [{ step, approval: it }])),
    ),
  ].map(({ step, approval }) => `${step} is waiting for a person's decision at ${approval.url}`);
  return [
    `${state}${problem === null ? '' : `: ${problem.message}`}`,
    ...lines,
    ...asked,
    ...(ticket === null ? [] : [`${ticket.steps.join(', ')} could not be undone: a person has been notified.`]),
    ...(isOpen ? [`The saga ${id} continues: check it with show_saga.`] : []),
  ].join('\n');
}
