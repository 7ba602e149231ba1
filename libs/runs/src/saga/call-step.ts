import type { Envelope, Invoke, SagaError } from '@assay/contracts';
import type { InvocationContext, Invoked, PartOf } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Clock, wait } from '@assay/kernel';

/** The outcome of one call of a saga. */
export type StepAnswer =
  | { readonly kind: 'done'; readonly invocationId: string; readonly output: unknown }
  | {
      readonly kind: 'failed';
      readonly invocationId: string | null;
      readonly error: SagaError;
      /** Repeating it under the same key may go better. */
      readonly mayPass: boolean;
      readonly retryAfterMs: number;
    }
  /** A person decides first. */
  | {
      readonly kind: 'waits';
      readonly invocationId: string;
      readonly approval: { readonly id: string; readonly url: string };
    };

export interface CallStepPorts {
  readonly invoke: { run(request: Invoke, context: InvocationContext): Promise<Invoked> };
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

export interface StepCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly deadlineMs: number;
  /** Until then (ms since the epoch) a gateway that is not ready is waited for: the call throws, and is made again. */
  readonly patientUntil: number;
  readonly partOf: () => PartOf;
}

/** Ends what this replica releases: the one that continues the saga asks under the same key. */
export class LetGo extends Error {
  constructor() {
    super('Another replica, or the next start, continues the saga.');
  }
}

const askAgainMs = 500;

/**
 * One call, through the gateway as any other, under a key that makes it once. Fallbacks are not used: an undo belongs
 * to the named tool. While another replica makes the call, its end is awaited.
 */
export async function callStep(
  { tool, input, key, deadlineMs, patientUntil, partOf }: StepCall,
  caller: Caller,
  traceId: string,
  letGo: AbortSignal,
  { invoke, clock }: CallStepPorts,
): Promise<StepAnswer> {
  const request: Invoke = { tool, input: { ...input }, idempotencyKey: key, deadlineMs, fallback: 'none' };
  for (;;) {
    const { envelope } = await invoke.run(request, { caller, traceId, named: true, isWhole: true, partOf });
    // A server that stops cuts its calls off: the next one asks for the outcome.
    if (letGo.aborted && envelope.status === 'cancelled') throw new LetGo();
    if (envelope.error?.code === 'unavailable' && clock.now() < patientUntil)
      throw new Error(`The call of ${tool} could not be made: ${envelope.error.message}`);
    if (envelope.status !== 'running') return answerOf(envelope);
    if (!(await wait(clock, askAgainMs, letGo))) throw new LetGo();
  }
}

function answerOf({ id: invocationId, status, output, error, approval }: Envelope): StepAnswer {
  if (status === 'succeeded' || status === 'conditional') return { kind: 'done', invocationId, output: output ?? null };
  if (status === 'awaiting_approval' && approval !== undefined)
    return { kind: 'waits', invocationId, approval: { id: approval.id, url: approval.url } };
  const { code = 'internal', message = 'no reason given', outcome = 'unknown' } = error ?? {};
  return {
    kind: 'failed',
    invocationId,
    error: { code, message, outcome },
    mayPass: outcome === 'unknown' || error?.retryable === true,
    retryAfterMs: error?.retryAfterMs ?? 0,
  };
}
