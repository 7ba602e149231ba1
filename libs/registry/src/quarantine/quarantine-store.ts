import type { DefinitionChange, QuarantineKind } from '@assay/contracts';

/** Why a version waits. Times in ms since the epoch. */
export interface Quarantine {
  readonly id: string;
  readonly organisationId: string;
  readonly versionId: string;
  readonly kind: QuarantineKind;
  readonly finding: string;
  readonly since: number;
  /** `ns/server` by its current name. */
  readonly server: string | null;
  /** The upstream's own name of the tool, or the method and path of an operation. */
  readonly upstreamTool: string | null;
  readonly pinnedDigest: string | null;
  /** Null when the upstream no longer lists the tool. */
  readonly observedDigest: string | null;
  readonly diff: readonly DefinitionChange[];
  /** False when the pinned definition is only known as far as the manifest contains it. */
  readonly diffIsComplete: boolean;
  readonly observedAt: number;
  readonly releasedAt: number | null;
  readonly releasedBecause: string | null;
  /** Id of a principal; null when it was released by itself. */
  readonly releasedBy: string | null;
  /** `ns/tool@version` that was published as its replacement. */
  readonly successor: string | null;
}

/** The result of a later check. */
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
 * Quarantines of versions. While one is open the version itself is quarantined, with the finding of the oldest; both
 * change in one transaction, and the change feed reports the version.
 */
export interface QuarantineStore {
  /** False when the version has an open one of that kind, or is gone: of several concurrent calls one opens it. */
  open(quarantine: Quarantine): Promise<boolean>;
  /** Renews what an open one was for, unless it was observed later. False when it is not open. */
  observeAgain(id: string, finding: Finding): Promise<boolean>;
  /** False when it is not open: of several concurrent calls one releases it. */
  release(id: string, release: Release): Promise<boolean>;
  setSuccessor(id: string, successor: string): Promise<void>;
  find(id: string): Promise<Quarantine | undefined>;
  /** Newest first. */
  list(query: QuarantineQuery): Promise<readonly Quarantine[]>;
  /** Those of these versions that are open. */
  openOf(versionIds: readonly string[]): Promise<readonly Quarantine[]>;
}
