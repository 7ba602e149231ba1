import { type SagaView, type StartSaga, startSagaSchema } from '@assay/contracts';
import type { Directory } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { BeginSagas, ManageSagas, NumberedSagaEvent, Saga } from '@assay/runs';
import { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import {
  type Answer,
  type CallToolResult,
  defineTool,
  type GatewayTool,
  type GatewayTools,
  resultOf,
} from '../../edges/mcp/gateway-tool.js';
import type { McpCall } from '../../edges/mcp/mcp-call.js';
import { sagaView } from './saga-views.js';

const text = { type: 'string' };
const showSagaSchema = z.strictObject({ id: z.uuid().describe('Of the saga') });

/** So long a client is kept waiting for the end of a saga; then it looks again, in ms. */
const patienceMs = 25_000;

export interface SagaToolsPorts {
  readonly begin: Pick<BeginSagas, 'run'>;
  readonly manage: Pick<ManageSagas, 'find' | 'news'>;
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'after'>;
}

/** `start_saga` and `show_saga`. */
export class SagaTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: SagaToolsPorts) {
    this.tools = [
      {
        definition: defineTool({
          name: 'start_saga',
          title: 'Do steps that are undone when one fails',
          description:
            "Make related calls in order; if one fails, the completed ones are undone in reverse order. A step is undone by its compensation, or the one its tool declares; an irreversible step needs a person's approval first, unless it is the last. It continues in the background even if this call ends.",
          schema: startSagaSchema,
          words: {
            steps:
              '{id, tool, arguments, compensation?: {tool, arguments}}; "$ref:step" or "$ref:step.field" in arguments is an earlier output, "$ref:input.field" and "$ref:output.field" in those of a compensation its step\'s own',
            deadlineMs: '',
            idempotencyKey: 'Repeats start it once',
          },
          output: { id: text, state: text, steps: { type: 'array', items: { type: 'object' } } },
          annotations: { destructiveHint: true, openWorldHint: true },
        }),
        group: 'sagas',
        schema: startSagaSchema,
        run: async (input: StartSaga, call) => resultOf(await startSaga(ports, input, call)),
      },
      {
        definition: defineTool({
          name: 'show_saga',
          title: 'Look at a saga again',
          description: 'Show the status of a saga: its steps, what it is waiting for, and what a person must resolve.',
          schema: showSagaSchema,
          words: { id: '' },
          output: { id: text, state: text, steps: { type: 'array', items: { type: 'object' } } },
          annotations: { readOnlyHint: true, openWorldHint: false },
        }),
        group: 'sagas',
        schema: showSagaSchema,
        run: async (input: z.infer<typeof showSagaSchema>, call) => resultOf(await showSaga(ports, input, call)),
      },
    ];
  }
}

/** Begins a saga, and tells how it goes as progress until it rests, waits for a person, or takes long. */
async function startSaga(
  ports: SagaToolsPorts,
  body: StartSaga,
  { caller, traceId, signal, progress }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const begun = await ports.begin.run(body, { caller, traceId });
  if (!begun.ok) return { failure: begun.error };
  const patience = new AbortController();
  const stopTimer = ports.clock.after(patienceMs, () => patience.abort());
  const listening = AbortSignal.any([signal, patience.signal]);
  try {
    await heard(ports, begun.value, listening, progress);
  } finally {
    stopTimer();
  }
  return showSaga(ports, { id: begun.value.id }, { caller });
}

/** A saga as it stands. */
async function showSaga(
  ports: SagaToolsPorts,
  { id }: z.infer<typeof showSagaSchema>,
  { caller }: Pick<McpCall, 'caller'>,
): Promise<Answer> {
  requireScope(caller, 'authenticated');
  const found = await ports.manage.find(caller, id);
  return found.ok ? { run: sagaResult(sagaView(found.value, ports.directory)) } : { failure: found.error };
}

async function heard(
  ports: SagaToolsPorts,
  saga: Saga,
  gone: AbortSignal,
  progress: McpCall['progress'],
): Promise<void> {
  if (saga.state === 'PENDING' && saga.consents.length > 0) return;
  for await (const event of ports.manage.news(saga, 0, gone)) {
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
