import { type Clock, cancelledReason, type Failure, wait } from '@assay/kernel';
import { type Call, isReadOnly, isRepeatable, type PlainStage } from '../call.js';
import { mayRetry, type Retryable, type RetrySettings, waitBeforeMs } from './retry.js';

export interface RetryPorts {
  readonly settings: RetrySettings;
  readonly clock: Pick<Clock, 'after'>;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  /** Asked before every retry: a circuit that others opened meanwhile ends them. */
  readonly isOpen: (call: Call) => boolean;
}

/**
 * A stage that is run again after failures a retry may repair, while the level's deadline has room for the wait. What does
 * not fit is returned with `retryAfterMs`. An error result of the tool is retried like a failure of its transport; the last
 * one stays with the call, which ends with it once it was inspected. The circuit counts the call once, when it has ended.
 */
export const retrying = (stage: PlainStage, ports: RetryPorts): PlainStage => ({
  ...stage,
  async run(call) {
    let isUnsure = false;
    for (let retry = 0; ; retry += 1) {
      const ended = await stage.run(call);
      const isResult = ended === undefined && call.resolved.toolError !== undefined;
      const found = ended ?? call.resolved.toolError;
      // What one attempt left open, a later one that surely did nothing does not settle.
      const failure: Failure | undefined = found && isUnsure ? unsure(found) : found;
      isUnsure ||= failure?.outcome === 'unknown';
      const end = (last: Failure | undefined): Failure | undefined => {
        if (!isResult || last === undefined) return last;
        call.resolved.toolError = last;
        return undefined;
      };
      const retries = call.requested.request.retries ?? ports.settings.retries;
      if (failure === undefined || retry >= retries) return end(failure);
      if (!mayRetry(failure, traits(call))) return end(failure);
      const waitMs = waitBeforeMs(failure, retry, ports.settings, ports.fraction);
      if (waitMs >= call.resolved.deadline.remainingMs()) return end(later(failure, waitMs));
      if (!(await wait(ports.clock, waitMs, call.resolved.deadline.signal))) return endedMeanwhile(call, failure);
      if (ports.isOpen(call)) return end(failure);
      call.happened.trace.push({ stage: 'retry', ms: Math.round(waitMs), note: `${retry + 1} after ${failure.code}` });
    }
  },
});

/** A call that was cancelled while it waited has not failed: no other tool and no person is asked in its place. */
const endedMeanwhile = (call: Call, failure: Failure): Failure =>
  call.resolved.deadline.signal.reason === cancelledReason
    ? {
        code: 'cancelled',
        message: 'The call was cancelled before it was tried again.',
        outcome: failure.outcome ?? 'none',
      }
    : failure;

const unsure = (failure: Failure): Failure =>
  (failure.outcome ?? 'none') === 'none' ? { ...failure, outcome: 'unknown' } : failure;

const later = (failure: Failure, waitMs: number): Failure => ({ ...failure, retryAfterMs: Math.ceil(waitMs) });

function traits({ requested: { request }, resolved: { version } }: Call): Retryable {
  return {
    readOnly: isReadOnly(version),
    idempotent: version?.manifest.annotations?.idempotentHint === true,
    honoursKey: isRepeatable(version),
    keyed: request.idempotencyKey !== undefined,
  };
}
