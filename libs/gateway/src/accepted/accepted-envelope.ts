import { type Envelope, errorTable } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import { statusOf } from '../envelope.js';
import type { AcceptedState } from './accepted-calls.js';

/** How an accepted call stands: it runs, or the process that made it has died. */
export function acceptedEnvelope(state: AcceptedState): Envelope {
  const failure = state.isHeld ? undefined : lostCall(state);
  const row = failure && errorTable[failure.code];
  return {
    id: state.id,
    status: failure === undefined ? 'running' : statusOf(failure),
    ...(failure &&
      row && {
        error: {
          code: failure.code,
          class: row.class,
          message: failure.message,
          retryable: row.retryable && failure.outcome === 'none',
          outcome: failure.outcome ?? 'none',
        },
      }),
    validation: { outcome: 'skipped', issues: [] },
    tool: state.reached?.tool ?? state.askedFor,
    version: state.reached?.version ?? null,
    level: 1,
    confidence: 0,
    attempted: [],
    provenance: null,
    receipt: null,
    trace: [],
    warnings: [],
  };
}

/** A call is not made again by itself: its arguments are not kept, and its caller knows whether it is still wanted. */
function lostCall({ reached, key }: AcceptedState): Failure {
  const again = key === null ? 'call again' : 'call again with the same key';
  if (reached === null)
    return {
      code: 'unavailable',
      message: `The server that had accepted the call ended before the call had any effect: ${again}.`,
      outcome: 'none',
    };
  return {
    code: 'outcome_unknown',
    message: `${reached.tool}@${reached.version} was called, but the server stopped before its response arrived. The call may have taken effect: check with the tool before calling again.`,
    outcome: 'unknown',
  };
}
