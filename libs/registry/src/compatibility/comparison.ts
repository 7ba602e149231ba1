import type { Manifest } from '@assay/contracts';
import type { Difference, Verdict } from '@assay/json-schema';

/** What a newer manifest does to whoever relies on the older one; `unknown` is for a reviewer to decide. */
export type Change = 'none' | 'additive' | 'breaking' | 'unknown';

/** The least part of a version number that must grow for a change. */
export type Bump = 'patch' | 'minor' | 'major';

export interface Comparison {
  /** The heaviest of the differences: breaking before unknown before additive; differences of text count as none. */
  readonly change: Change;
  /** `major` for an unknown change: the number that is surely enough. */
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

/** The candidate beside the version next to it. */
export interface NeighbourComparison {
  readonly version: string;
  /** Whether the neighbour's number is below or above the candidate's. */
  readonly side: 'lower' | 'higher';
  /** Always from the lower number to the higher one. */
  readonly comparison: Comparison;
  /** Whether the two numbers promise what the two manifests do to each other. False for an understated change. */
  readonly fits: Verdict;
  /** Whether the neighbour may refuse the number: only one of the same major (below 1.0: the same minor) may. */
  readonly binding: boolean;
}

/** Whether a version may carry its number, seen from the versions beside it. */
export interface NumberCheck {
  /** `fails` when a number understates a change for certain; `unknown` when a reviewer has to decide. */
  readonly verdict: Verdict;
  /** `verdict` is `holds`. */
  readonly ok: boolean;
  readonly lower: NeighbourComparison | undefined;
  readonly higher: NeighbourComparison | undefined;
  /** The least number that would surely do: the candidate's own when it does. */
  readonly required: string;
}
