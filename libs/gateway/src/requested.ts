import type { Invoke } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Deadline } from '@assay/kernel';
import type { Approval } from './approvals/approval.js';
import type { CandidateMark, ShadowOf } from './candidates/candidate.js';
import type { ClientRequests } from './client-requests.js';
import type { Invoker } from './invoker.js';
import type { PartOf } from './part-of.js';
import type { ToolTransport } from './tool-transport.js';

/** What a call was asked to do: by its caller, and on which level of a hierarchy. Frozen: no stage changes it. */
export interface Requested extends RequestedLevel {
  readonly id: string;
  readonly request: Invoke;
  readonly caller: Caller;
  /** Of the whole call, every level included. */
  readonly whole: Deadline;
  readonly traceId: string;
  /** W3C baggage the request came with. */
  readonly baggage?: string | undefined;
  /** Arguments that no stage may change, including repair and mapping; none when absent. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Every stage runs but the ones that reach the upstream. */
  readonly dryRun: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When it was begun, of a call that goes on after it had waited; in ms since the epoch. */
  readonly begunAt?: number;
  /** What the calling client can be asked meanwhile; absent when nothing. One for all levels. */
  readonly client?: ClientRequests;
  /** Reaches the tool in a conversation of the caller's own, in place of its protocol's transport; of the first level. */
  readonly through?: ToolTransport;
  /** The caller asks how many tokens the call takes. */
  readonly countsTokens?: boolean;
  /** For a program, or a client that knows nothing of pointers: the result is answered whole, however long it is. */
  readonly isWhole?: boolean;
  /** It was answered before it has ended; see `AcceptCalls`. */
  readonly isAccepted?: boolean;
  /** Makes the calls of a composition in the place of the gateway. */
  readonly invoke?: Invoker;
  /** Compositions around it; 0 when absent. */
  readonly nesting?: number;
  /** Of what it is a step; asked for when a person has to decide on it. */
  readonly partOf?: () => PartOf;
  /** The consent a call that had waited for a person goes on with. */
  readonly approved?: Approval;
  /** A scheduled call whose time has come. */
  readonly isDue?: boolean;
  /**
   * Made beside another attempt or call, which is what is answered, or to compare tools: it asks no person for consent.
   */
  readonly beside?: 'hedge' | 'corroboration' | 'evaluation' | 'shadow';
}

/** Which level of a fallback hierarchy an attempt is of. */
export interface RequestedLevel {
  /** 1 is what was asked for; a later one is a fallback for those before it. 0: by capability, and no level is taken yet. */
  readonly level: number;
  /** `ns/tool` or `ns/tool@range` of this level. */
  readonly reference: string;
  /** How right this level's answers are, over the primary's; at most 1. */
  readonly accuracy: number;
  /** How many of the other levels come before this one; all when absent. */
  readonly begunAfter?: number;
  /** On which side of a canary it counts. */
  readonly candidate?: CandidateMark | undefined;
  /** What is called beside it, and compared. */
  readonly shadow?: ShadowOf | undefined;
  /** Tried although its measured latency excludes it, so that it is measured again. */
  readonly isTrial?: boolean;
}

/**
 * The same for another level, which is reached through its protocol's transport and is not known to any composition, and
 * which no person has consented to.
 */
export function requestedAgain(
  {
    through: _through,
    isAccepted: _isAccepted,
    invoke: _invoke,
    nesting: _nesting,
    partOf: _partOf,
    begunAt: _begunAt,
    approved: _approved,
    isDue: _isDue,
    isTrial: _isTrial,
    candidate: _candidate,
    shadow: _shadow,
    beside,
    ...common
  }: Requested,
  level: RequestedLevel,
): Requested {
  return Object.freeze({ ...common, ...(beside !== undefined && beside !== 'hedge' && { beside }), ...level });
}
