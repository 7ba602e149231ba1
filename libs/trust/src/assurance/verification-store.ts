import type { VerificationVerdict } from '@assay/contracts';
import type { CallCounts } from '../track-record.js';
import type { Verification } from './verification.js';

/** Begins turns that are due, under the ids given: at most one for each. */
export interface DueTurns {
  readonly now: number;
  readonly ids: readonly string[];
}

/** When a version is verified next, and what was known when it last was. */
export interface VerificationTurn {
  readonly versionId: string;
  readonly dueAt: number;
  /** Verifications in a row that found nothing out. */
  readonly inconclusive: number;
  /** Good calls over the version's life when it was last verified. */
  readonly good: CallCounts;
}

/** A verification that has ended, and what follows from it. */
export interface VerificationEnd {
  readonly verification: Verification & { readonly endedAt: number; readonly verdict: VerificationVerdict };
  readonly next: Omit<VerificationTurn, 'versionId'>;
}

export interface VerificationQuery {
  readonly versionIds?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly verdict?: VerificationVerdict;
  /** Id of the last one shown. */
  readonly after?: string;
  readonly limit: number;
}

/**
 * Verifications, and when each version's turn comes. A version has at most one that runs; its first turn comes within the
 * hour after its publication.
 */
export interface VerificationStore {
  /** Begins one; when one of the version runs, that is answered instead. Undefined when the version is gone. */
  begin(verification: Verification): Promise<Verification | undefined>;
  /** Begins the verifications whose turns are due, longest due first; each is begun once. */
  beginDue(turns: DueTurns): Promise<readonly Verification[]>;
  /** Verifications that began before this time and have not ended, oldest first. */
  unfinished(before: number, limit: number): Promise<readonly Verification[]>;
  /**
   * Ends one that runs; false, and nothing changed, when it has ended.
   * In the same transaction a green one becomes the version's last verification and ends its drift, and a red one begins a
   * drift, which the change feed tells.
   */
  end(end: VerificationEnd): Promise<boolean>;
  /** Deletes those that ended before this time and that a newer one of their version followed; answers how many. */
  forget(endedBefore: number): Promise<number>;
  /** Undefined when the version is gone. */
  turn(versionId: string): Promise<VerificationTurn | undefined>;
  find(id: string): Promise<Verification | undefined>;
  /** Newest first. */
  list(query: VerificationQuery): Promise<readonly Verification[]>;
}
