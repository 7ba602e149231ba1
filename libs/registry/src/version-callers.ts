/** That a principal called a version on a day. */
import { dayMs } from '@assay/kernel';
export interface VersionCall {
  readonly organisationId: string;
  readonly principalId: string;
  readonly versionId: string;
  /** Midnight in UTC, in ms since the epoch. */
  readonly day: number;
}

/** Remembers the last day on which each principal called each version; `Consumers` reads it. */
export interface VersionCallers {
  /** A later day replaces an earlier one. Calls by deleted principals or of deleted versions are skipped. */
  add(calls: readonly VersionCall[]): Promise<void>;
  /** Forgets callers whose last day was before this time; answers how many. */
  prune(before: number): Promise<number>;
}

/** The day a time belongs to. */
export const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;
