import type { Deadline, Failure, Result } from '@assay/kernel';

/** A walk through another registry's list that is under way, so that a restart goes on where it was. */
export interface MirrorWalk {
  /** What the list was asked for: everything, or what changed later than this (RFC 3339). */
  readonly since: string | null;
  /** Where the next page begins; null for the first. */
  readonly cursor: string | null;
  /** The newest `updatedAt` seen so far, as that registry wrote it. */
  readonly newest: string | null;
}

/** How far a mirror has come. Times in ms since the epoch. */
export interface MirrorProgress {
  /** The newest `updatedAt` of the last walk that reached the end. */
  readonly syncedTo: string | null;
  readonly walk: MirrorWalk | null;
  readonly lastSuccessAt: number | null;
  readonly lastAttemptAt: number | null;
  readonly nextAt: number;
  /** Attempts that failed since the last success, and why the last one did. */
  readonly failures: number;
  readonly error: string | null;
  /** Entries of the last walk that were not taken, and one of them with the reason. */
  readonly skipped: number;
  readonly skippedExample: string | null;
}

/** Another registry of the official MCP Registry API that this one follows. */
export interface Mirror extends MirrorProgress {
  readonly id: string;
  readonly organisationId: string;
  /** Base address, below which `/v0.1/servers` is asked for; without a slash at its end. */
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
  /** Why an address may not be asked, in a sentence; null when it may, or cannot be told yet. */
  objection(url: string): Promise<string | null>;
  page(
    url: string,
    query: { readonly cursor: string | null; readonly updatedSince: string | null },
    deadline: Deadline,
  ): Promise<Result<RegistryPage, Failure>>;
}
