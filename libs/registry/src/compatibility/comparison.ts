import type { Manifest } from '@assay/contracts';
import type { Difference, Verdict } from '@assay/json-schema';

/** The effect of a newer manifest on users of the older one; `unknown` is left to a reviewer. */
export type Change = 'none' | 'additive' | 'breaking' | 'unknown';

/** The smallest part of a version number that must be incremented for a change. */
export type Bump = 'patch' | 'minor' | 'major';

export interface Comparison {
  /** The heaviest of the differences: breaking before unknown before additive; differences of text count as none. */
  readonly change: Change;
  /** `major` for an unknown change, which is always sufficient. */
  readonly requiredBump: Bump;
  /** The relation over all instances, unnamed properties included: inputs widened and outputs narrowed. */
  readonly strict: Verdict;
  readonly differences: readonly Difference[];
}

/** A published version as the check of a number needs it. */
export interface NumberedManifest {
  readonly version: string;
  readonly manifest: Manifest;
}

/** The comparison of the candidate with an adjacent version. */
export interface NeighbourComparison {
  readonly version: string;
  /** Whether the neighbour's number is below or above the candidate's. */
  readonly side: 'lower' | 'higher';
  /** Always from the lower number to the higher one. */
  readonly comparison: Comparison;
  /** Whether the two numbers promise no less change than there is. False for an understated change. */
  readonly fits: Verdict;
  /** Whether the neighbour can reject the number: only one of the same major (below 1.0: the same minor) can. */
  readonly binding: boolean;
}

/** Whether a version may have its number, judged by the adjacent versions. */
export interface NumberCheck {
  /** `fails` when a number certainly understates a change; `unknown` when a reviewer has to decide. */
  readonly verdict: Verdict;
  /** `verdict` is `holds`. */
  readonly ok: boolean;
  readonly lower: NeighbourComparison | undefined;
  readonly higher: NeighbourComparison | undefined;
  /** The least number that would surely do: the candidate's own when it does. */
  readonly required: string;
}
