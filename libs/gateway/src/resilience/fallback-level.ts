import type { CandidateMark, ShadowOf } from '../candidates/candidate.js';
import type { Level, Pace } from './levels.js';

/** A level that may be tried instead of the one before it. */
export interface FallbackLevel extends Omit<Level, 'accuracy'> {
  /** Its place in the hierarchy; the primary is 1. */
  readonly level: number;
  /** The version it currently resolves to; undefined when it resolves to none for this caller. */
  readonly versionId: string | undefined;
  readonly pace: Pace;
  /** Whether `pace` was measured by the caller's organisation. */
  readonly isMeasured?: boolean;
  /** Its accuracy over the primary's, at most 1. */
  readonly accuracy: number;
  /** Why it is always skipped, in a word: out of use, rejected, or not the requested tool. */
  readonly unfit?: string;
  /** On which side of a canary its calls count. */
  readonly candidate?: CandidateMark | undefined;
  /** What is called beside it, and compared. */
  readonly shadow?: ShadowOf | undefined;
  /** Whether it declares itself read-only. */
  readonly readOnly?: boolean;
}
