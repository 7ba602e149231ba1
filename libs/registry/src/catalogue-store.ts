import type { Import, Server, StatusChange, ToolVersion } from './records.js';

/** `exists` carries the existing version; `moved`: the tool has other versions than the publisher compared with. */
export type PublishOutcome =
  | { readonly kind: 'published' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'exists'; readonly version: ToolVersion };

/** A change of a version's status, and the version it was decided for. */
export interface StatusChanged {
  readonly from: Pick<ToolVersion, 'id' | 'status' | 'sunsetAt' | 'statusChange'>;
  readonly to: Pick<ToolVersion, 'status' | 'sunsetAt'> & { readonly statusChange: StatusChange };
}

/** Writes of the catalogue; each puts its outbox row in the same transaction. Reads use the Catalogue. */
export interface CatalogueStore {
  /**
   * Adds a version to a tool that has `besides` versions, all of which it was compared with; otherwise the tool has
   * moved. Exactly one of several concurrent calls for the same tool publishes.
   */
  publish(version: ToolVersion, besides: number): Promise<PublishOutcome>;
  /** False, and nothing changed, when the version is not as `change.from` has it any more. */
  changeStatus(change: StatusChanged): Promise<boolean>;
  /** Records which notice was sent about the status of these versions, in one transaction. */
  recordNotice(versionIds: readonly string[], notice: string): Promise<void>;
  /** `moved`: its namespace is not that organisation's any more. */
  addServer(server: Server): Promise<'added' | 'taken' | 'moved'>;
  /** False when it is gone, or has another organisation now. */
  changeServer(server: Server): Promise<boolean>;
  removeServer(id: string): Promise<boolean>;
  addImport(proposed: Import): Promise<void>;
  findImport(id: string): Promise<Import | undefined>;
  /** The server of a draft is registered. */
  endDraft(importId: string): Promise<void>;
  /** Forgets the servers of drafts that were made before a time. Answers how many. */
  forgetDrafts(before: number): Promise<number>;
  /** Adds to the usage counts of versions, by version id. */
  addUsage(calls: ReadonlyMap<string, number>): Promise<void>;
}
