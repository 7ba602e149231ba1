import type { Stage, StageAuthority } from '@assay/contracts';

/** How a version came from one stage to another. */
export interface StageChange {
  readonly id: string;
  /** Of the version. */
  readonly organisationId: string;
  readonly versionId: string;
  readonly from: Stage;
  readonly to: Stage;
  readonly reason: string;
  /** Id of a principal; null when the registry did it by its rules. */
  readonly by: string | null;
  readonly authority: StageAuthority;
  /** Ms since the epoch. */
  readonly at: number;
  /** Trust it had then. */
  readonly trust: number;
  /** Names of requirements that an administrator did without. */
  readonly waived: readonly string[];
}

/** Stages of versions: how they changed, and which versions are under what their stage asks for. */
export interface StageStore {
  /**
   * Changes a version's stage and records the change, in one transaction, which the change feed reports; the watch of
   * the former stage's floor ends. False, with no change, when the version is not in `from` any more.
   */
  change(change: StageChange): Promise<boolean>;
  /** Newest first, at most `limit`. */
  history(versionId: string, limit: number): Promise<readonly StageChange[]>;
  /** The last change of each of these versions that had any. */
  last(versionIds: readonly string[]): Promise<readonly StageChange[]>;
  /** Versions that are under their floor, and since when in ms since the epoch. */
  watched(): Promise<ReadonlyMap<string, number>>;
  /** Remembers since when a version is under its floor; null: it is not. A version that is gone is forgotten. */
  watch(versionId: string, since: number | null): Promise<void>;
}
