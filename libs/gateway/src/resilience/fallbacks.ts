import type { Invoke } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Failure, Result } from '@assay/kernel';
import type { Call } from '../call.js';
import type { Level, Pace } from './levels.js';

/** A level that may be tried in place of the one before it. */
export interface StandIn extends Omit<Level, 'accuracy'> {
  /** Its place in the hierarchy; the primary is 1. */
  readonly level: number;
  /** Of the version it resolves to now; undefined when it resolves to none for this caller. */
  readonly versionId: string | undefined;
  readonly pace: Pace;
  /** Whether `pace` was measured by the caller's organisation. */
  readonly isMeasured?: boolean;
  /** Its accuracy over the primary's, at most 1. */
  readonly accuracy: number;
  /** Why it is passed over whatever else holds, in a word: it is out of use, refused, or not what was asked for. */
  readonly unfit?: string;
  /** Whether it declares that it only reads. */
  readonly readOnly?: boolean;
}

/** What a call has behind it, and what becomes of it after the last level. */
export interface HierarchyOfCall {
  /** Null when the hierarchy was found for a named tool. */
  readonly capability: string | null;
  /** Whether a person is asked then. */
  readonly escalates: boolean;
}

/** Hierarchies, declared and found, as calls ask for them. Answered from memory. */
export interface Fallbacks {
  /** What stands in for the tool that a call names, best first; empty when nothing does. */
  standIns(call: Call): readonly StandIn[];
  /** The levels of a call by capability, the primary first; fails with `invalid_request` for constraints nobody can read. */
  levelsOf(request: Invoke, caller: Caller): Result<readonly StandIn[], Failure>;
  /** What a call that no level could answer has behind it; undefined when it stands alone. */
  hierarchyOf(call: Call): HierarchyOfCall | undefined;
}
