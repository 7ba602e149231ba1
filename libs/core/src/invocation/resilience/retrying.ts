import type { Clock } from '../../kernel/clock.js';
import { cancelledReason } from '../../kernel/deadline.js';
import type { Failure } from '../../kernel/failure.js';
import { wait } from '../../kernel/wait.js';
import { type Call, isReadOnly, isRepeatable, type Stage } from '../call.js';
import { tellCircuit } from './circuit-stage.js';
import { mayRetry, type Retryable, type RetrySettings, waitBeforeMs } from './retry.js';

export interface RetryPorts {
  readonly settings: RetrySettings;
  readonly clock: Pick<Clock, 'after'>;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  /** Asked again before every retry, so that an opened circuit ends them. */
  readonly circuit: Stage;
}

/**
 * A stage that is run again after failures a retry may mend, while the level's deadline has room for the wait. What does
 * not fit is returned with `retryAfterMs`.
 */
export const retrying = (stage: Stage, ports: RetryPorts): Stage => ({
  ...stage,
  async run(call) {
    let isUnsure = false;
    for (let retry = 0; ; retry += 1) {
      const ended = await stage.run(call);
      // What one attempt left open, a later one that surely did nothing does not settle.
      const failure: Failure | undefined = ended && isUnsure ? unsure(ended) : ended;
      isUnsure ||= failure?.outcome === 'unknown';
      if (failure === undefined || retry >= ports.settings.retries) return failure;
      if (!mayRetry(failure, traits(call))) return failure;
      const waitMs = waitBeforeMs(failure, retry, ports.settings, ports.fraction);
      if (waitMs >= call.deadline.remainingMs()) return later(failure, waitMs);
      tellCircuit(call, failure);
      if (!(await wait(ports.clock, waitMs, call.deadline.signal))) return endedMeanwhile(call, failure);
      if ((await ports.circuit.run(call)) !== undefined) return failure;
      call.trace.push({ stage: 'retry', ms: Math.round(waitMs), note: `${retry + 1} after ${failure.code}` });
    }
  },
});

/** A call that was cancelled while it waited has not failed: no other tool and no person is asked in its place. */
const endedMeanwhile = (call: Call, failure: Failure): Failure =>
  call.deadline.signal.reason === cancelledReason
    ? {
        code: 'cancelled',
        message: 'The call was cancelled before it was tried again.',
        outcome: failure.outcome ?? 'none',
      }
    : failure;

const unsure = (failure: Failure): Failure =>
  (failure.outcome ?? 'none') === 'none' ? { ...failure, outcome: 'unknown' } : failure;

const later = (failure: Failure, waitMs: number): Failure => ({ ...failure, retryAfterMs: Math.ceil(waitMs) });

function traits({ version, request }: Call): Retryable {
  return {
    readOnly: isReadOnly(version),
    repeatable: isRepeatable(version),
    keyed: request.idempotencyKey !== undefined,
  };
}
