import type { DefinitionChange, QuarantineKind } from '@assay/contracts';

/** Why a version waits. Times in ms since the epoch. */
export interface Quarantine {
  readonly id: string;
  readonly organisationId: string;
  readonly versionId: string;
  readonly kind: QuarantineKind;
  readonly finding: string;
  readonly since: number;
  /** `ns/server`, as it is called now. */
  readonly server: string | null;
  /** The upstream's own name of the tool, or the method and path of an operation. */
  readonly upstreamTool: string | null;
  readonly pinnedDigest: string | null;
  /** Null when the upstream lists the tool no more. */
  readonly observedDigest: string | null;
  readonly diff: readonly DefinitionChange[];
  /** False when the pinned definition is known only as far as the manifest has it. */
  readonly diffIsComplete: boolean;
  readonly observedAt: number;
  readonly releasedAt: number | null;
  readonly releasedBecause: string | null;
  /** Id of a principal; null when it was released by itself. */
  readonly releasedBy: string | null;
  /** `ns/tool@version` that was published in its place. */
  readonly successor: string | null;
}

/** What a later look found. */
export type Finding = Pick<Quarantine, 'finding' | 'observedDigest' | 'diff' | 'diffIsComplete' | 'observedAt'>;

export interface Release {
  readonly at: number;
  readonly because: string;
  readonly by: string | null;
}

export interface QuarantineQuery {
  readonly namespaces: readonly string[];
  readonly state?: 'open' | 'released';
  /** `ns/tool`. */
  readonly tool?: string;
  /** Id of the last one shown. */
  readonly after?: string;
  readonly limit: number;
}

/**
 * Quarantines of versions. While one of a version is open the version itself is quarantined, with the finding of the
 * oldest; both change in one transaction, and the change feed tells of the version.
 */
export interface QuarantineStore {
  /** False when the version has one of that kind open, or is gone: of several calls at once one opens it. */
  open(quarantine: Quarantine): Promise<boolean>;
  /** Renews what an open one was for, unless it was observed later. False when it is not open. */
  observeAgain(id: string, finding: Finding): Promise<boolean>;
  /** False when it is not open: of several calls at once one releases it. */
  release(id: string, release: Release): Promise<boolean>;
  setSuccessor(id: string, successor: string): Promise<void>;
  find(id: string): Promise<Quarantine | undefined>;
  /** Newest first. */
  list(query: QuarantineQuery): Promise<readonly Quarantine[]>;
  /** Those of these versions that are open. */
  openOf(versionIds: readonly string[]): Promise<readonly Quarantine[]>;
}
