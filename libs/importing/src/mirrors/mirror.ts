import type { Deadline, Failure, Result } from '@assay/kernel';

/** A walk in progress through another registry's list, stored so that a restart can continue it. */
export interface MirrorWalk {
  /** The requested range: everything, or changes since this time (RFC 3339). */
  readonly since: string | null;
  /** The cursor of the next page; null for the first. */
  readonly cursor: string | null;
  /** The newest `updatedAt` seen so far, as written by that registry. */
  readonly newest: string | null;
}

/** Progress of a mirror. Times in ms since the epoch. */
export interface MirrorProgress {
  /** The newest `updatedAt` of the last complete walk. */
  readonly syncedTo: string | null;
  readonly walk: MirrorWalk | null;
  readonly lastSuccessAt: number | null;
  readonly lastAttemptAt: number | null;
  readonly nextAt: number;
  /** Attempts that failed since the last success, and why the last one did. */
  readonly failures: number;
  readonly error: string | null;
  /** Entries rejected in the last walk, and one of them with the reason. */
  readonly skipped: number;
  readonly skippedExample: string | null;
}

/** Another registry of the official MCP Registry API that this one follows. */
export interface Mirror extends MirrorProgress {
  readonly id: string;
  readonly organisationId: string;
  /** Base address, to which `/v0.1/servers` is appended; without a trailing slash. */
  readonly url: string;
  readonly everyMs: number;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

export interface MirrorStore {
  addMirror(mirror: Mirror): Promise<'added' | 'taken'>;
  /** All mirrors, oldest first. */
  mirrors(): Promise<readonly Mirror[]>;
  findMirror(id: string): Promise<Mirror | undefined>;
  removeMirror(id: string): Promise<boolean>;
  /** False, and nothing is kept, when the mirror is gone. */
  saveProgress(id: string, progress: MirrorProgress): Promise<boolean>;
}

export interface RegistryPage {
  /** As received: `{server, _meta}` each. */
  readonly entries: readonly unknown[];
  readonly nextCursor: string | null;
}

/** Reads the list of another registry. */
export interface RegistrySource {
  /** Why an address is forbidden, in a sentence; null when it is allowed, or cannot be resolved yet. */
  objection(url: string): Promise<string | null>;
  page(
    url: string,
    query: { readonly cursor: string | null; readonly updatedSince: string | null },
    deadline: Deadline,
  ): Promise<Result<RegistryPage, Failure>>;
}
