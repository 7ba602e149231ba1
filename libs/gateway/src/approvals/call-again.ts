import { type Caller, callerOfKept, type Directory } from '@assay/identity';
import { type Clock, type Failure, fail, type Result, startDeadline } from '@assay/kernel';
import { type Call, nothingResolved } from '../call.js';
import { CallEvents } from '../call-events.js';
import type { Keyed } from '../idempotency/keyed.js';
import type { Approval, PausedCall, ResumedCall } from './approval.js';

/** The caller of a paused call with the rights it has now; fails when its key, or the caller itself, is gone. */
export function callerAgain(
  { principalId, keyId }: Pick<Approval, 'principalId' | 'keyId'>,
  { scopes, namespaces }: Pick<PausedCall, 'scopes' | 'namespaces'>,
  directory: Directory,
  now: number,
): Result<Caller, Failure> {
  const found = callerOfKept({ principalId, keyId, scopes, namespaces }, directory, now);
  if (found.ok) return found;
  if (found.error === 'caller') return gone('the caller is not known any more');
  return gone(`the key it was called with has ${found.error === 'revoked' ? 'been revoked' : 'expired'}`);
}

const gone = (why: string) => fail('denied', `The call was approved, and is not made: ${why}.`);

/** Names the caller of a call that is not made any more, and may do nothing. */
export const powerlessCaller = ({
  principalId,
  organisationId,
}: Pick<Approval, 'principalId' | 'organisationId'>): Caller => ({
  principalId,
  organisationId,
  name: '',
  kind: null,
  scopes: new Set(),
  teams: [],
  namespaces: [],
  tokens: [],
});

export interface CalledAgain {
  readonly caller: Caller;
  readonly keyed: Keyed | undefined;
  /** The approval it continues with. */
  readonly approved: Approval | undefined;
  /** It was scheduled, and its time has come. */
  readonly isDue?: boolean;
}

/**
 * Continues a paused call: with exactly the version and arguments that were shown, everything else checked again.
 * Waiting has not used up its deadline.
 */
export function callAgain(
  { invocationId, tool, version, level }: ResumedCall,
  paused: PausedCall,
  { caller, keyed, approved, isDue }: CalledAgain,
  { clock, defaultDeadlineMs }: { readonly clock: Clock; readonly defaultDeadlineMs: number },
): Call {
  const whole = startDeadline(clock, paused.request.deadlineMs ?? defaultDeadlineMs);
  const { request, traceId, baggage, fixed, isWhole, nesting, partOf, accuracy, attempted, repairs, withheld } = paused;
  return {
    requested: Object.freeze({
      ...{ id: invocationId, request, caller, whole, traceId, dryRun: false, level, accuracy },
      reference: `${tool}@${version}`,
      ...(baggage !== undefined && { baggage }),
      ...(fixed && { fixed }),
      ...(isWhole && { isWhole }),
      ...(nesting && { nesting }),
      ...(partOf && { partOf: () => partOf }),
      ...(approved && { approved }),
      ...(isDue && { isDue }),
      startedAt: clock.now(),
      begunAt: paused.startedAt,
      begunAfter: attempted.length,
    }),
    resolved: {
      ...nothingResolved(paused.input, whole, paused.standIns ?? undefined),
      ...(withheld && { withheld }),
      ...(repairs && { repairs }),
    },
    happened: {
      warnings: [...paused.warnings],
      trace: [],
      attempted: [...attempted],
      events: new CallEvents(),
      ...(keyed && { keyed }),
    },
  };
}
