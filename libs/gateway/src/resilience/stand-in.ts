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
