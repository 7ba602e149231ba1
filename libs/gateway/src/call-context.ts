import type { Caller } from '@assay/identity';
import type { CallEvents } from './call-events.js';
import type { CandidateMark, ShadowOf } from './candidates/candidate.js';
import type { ClientRequests } from './client-requests.js';
import type { PartOf } from './part-of.js';

/** For whom and how a call is made, as a composition makes the calls of its steps. */
export interface CallContext {
  readonly caller: Caller;
  readonly traceId: string;
  /** W3C baggage, passed on to the tool. */
  readonly baggage?: string | undefined;
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal;
  readonly dryRun?: boolean;
  /** The caller knows the call's id beforehand, and looks it up under that. */
  readonly named?: boolean;
  /** The caller asks how many tokens the call takes. */
  readonly countsTokens?: boolean;
  /** The result is answered whole, however long it is, unless the request says what of it is wanted. */
  readonly isWhole?: boolean;
  /** It is answered before it has ended; see `AcceptCalls`. */
  readonly isAccepted?: boolean;
  /** It only corroborates another call; or compares tools, and is no evidence. */
  readonly beside?: 'corroboration' | 'evaluation' | 'shadow';
  /** On which side of a canary it counts. */
  readonly candidate?: CandidateMark | undefined;
  /** What is called beside it, and compared. */
  readonly shadow?: ShadowOf | undefined;
  /** What the calling client can be asked meanwhile. */
  readonly client?: ClientRequests;
  /** Compositions around the call; 0 when absent. */
  readonly nesting?: number;
  /** Of what the call is a step; asked for when a person has to decide on it. */
  readonly partOf?: () => PartOf;
  /** Members of the input that no repair and no mapping may change. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Receives events during the call, including the tool's progress. */
  readonly events?: CallEvents;
}
