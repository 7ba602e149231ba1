import type { Invoke } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Failure, Result } from '@assay/kernel';
import type { Call } from '../call.js';
import type { FallbackLevel } from './fallback-level.js';

/** The fallbacks of a call, and what happens after the last level. */
export interface HierarchyOfCall {
  /** Null when the hierarchy was found for a named tool. */
  readonly capability: string | null;
  /** Whether a person is asked then. */
  readonly escalates: boolean;
}

/** Hierarchies, declared and found, as calls ask for them. Answered from memory. */
export interface Fallbacks {
  /** The fallbacks of the tool that a call names, best first; empty when there are none. */
  standIns(call: Call): readonly FallbackLevel[];
  /** The levels of a call by capability, the primary first; fails with `invalid_request` for constraints nobody can read. */
  levelsOf(request: Invoke, caller: Caller): Result<readonly FallbackLevel[], Failure>;
  /** What a call that no level could answer has behind it; undefined when it stands alone. */
  hierarchyOf(call: Call): HierarchyOfCall | undefined;
}
