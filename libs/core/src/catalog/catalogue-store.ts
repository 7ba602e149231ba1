import type { Import, Server, ToolVersion } from './records.js';

/** `exists` carries the version that was there first. */
export type PublishOutcome =
  | { readonly kind: 'published' }
  | { readonly kind: 'exists'; readonly version: ToolVersion };

/** Writes of the catalogue; each puts its outbox row in the same transaction. Reading is the Catalogue's. */
export interface CatalogueStore {
  /** Exactly one of several concurrent calls for the same namespace, tool and version key publishes. */
  publish(version: ToolVersion): Promise<PublishOutcome>;
  addServer(server: Server): Promise<'added' | 'taken'>;
  changeServer(server: Server): Promise<boolean>;
  removeServer(id: string): Promise<boolean>;
  addImport(proposed: Import): Promise<void>;
  findImport(id: string): Promise<Import | undefined>;
  /** Adds to the usage counts of versions, by version id. */
  addUsage(calls: ReadonlyMap<string, number>): Promise<void>;
}
