import type { Import, Server, StatusChange, ToolVersion } from './records.js';

/** `exists` carries the version that was there first; `moved`: the tool has other versions than the publisher knows. */
export type PublishOutcome =
  | { readonly kind: 'published' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'exists'; readonly version: ToolVersion };

/** A change of a version's status, and the version it was decided for. */
export interface StatusChanged {
  readonly from: Pick<ToolVersion, 'id' | 'status' | 'sunsetAt' | 'statusChange'>;
  readonly to: Pick<ToolVersion, 'status' | 'sunsetAt'> & { readonly statusChange: StatusChange };
}

/** Writes of the catalogue; each puts its outbox row in the same transaction. Reading is the Catalogue's. */
export interface CatalogueStore {
  /**
   * Adds a version to a tool that has `besides` versions, all of which it was checked against; with more of them it has
   * moved. Exactly one of several concurrent calls for the same tool publishes.
   */
  publish(version: ToolVersion, besides: number): Promise<PublishOutcome>;
  /** False, and nothing changed, when the version is not as `change.from` has it any more. */
  changeStatus(change: StatusChanged): Promise<boolean>;
  /** Remembers which notice was sent of the status of these versions, all at once. */
  noteTold(versionIds: readonly string[], told: string): Promise<void>;
  /** `moved`: its namespace is not that organisation's any more. */
  addServer(server: Server): Promise<'added' | 'taken' | 'moved'>;
  /** False when it is gone, or not that organisation's any more. */
  changeServer(server: Server): Promise<boolean>;
  removeServer(id: string): Promise<boolean>;
  addImport(proposed: Import): Promise<void>;
  findImport(id: string): Promise<Import | undefined>;
  /** Adds to the usage counts of versions, by version id. */
  addUsage(calls: ReadonlyMap<string, number>): Promise<void>;
}
