import { type Failure, stoppedReason } from '@assay/kernel';
import { type Call, isReadOnly, isRepeatable } from './call.js';

/**
 * How a call ended that was cut off because the server stopped. A transport reports it as cancelled; the caller cancelled
 * nothing. A call that may have had an effect ends with an unknown outcome. With a key, a tool that may be called twice
 * can simply be called again.
 */
export function stoppedMeanwhile(call: Call, ended: Failure | undefined): Failure | undefined {
  if (ended === undefined || call.requested.whole.signal.reason !== stoppedReason || !cutOff.has(ended.code))
    return ended;
  const {
    resolved: { version },
  } = call;
  if (isReadOnly(version) || (ended.outcome ?? 'none') === 'none') return notDone;
  return call.happened.keyed !== undefined && isRepeatable(version) ? mayRepeat : unknown;
}

const cutOff: ReadonlySet<Failure['code']> = new Set(['cancelled', 'deadline_exceeded']);

const notDone: Failure = {
  code: 'unavailable',
  message: 'The server stopped before the call had ended, and it had no effect: call again.',
  outcome: 'none',
  retryAfterMs: 1_000,
};

const mayRepeat: Failure = {
  code: 'unavailable',
  message: 'The server stopped during the call, which may have had its effect: call again with the same key.',
  outcome: 'unknown',
  retryAfterMs: 1_000,
};

const unknown: Failure = {
  code: 'outcome_unknown',
  message:
    'The server stopped during the call, which may have had its effect. Check the result with the tool before you call again.',
  outcome: 'unknown',
};
