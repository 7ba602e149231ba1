import type { ServerJson } from '@assay/contracts';

export const registryStatuses = ['active', 'deprecated', 'deleted'] as const;
export type RegistryStatus = (typeof registryStatuses)[number];

/** Why and since when a revocation hides a server. */
export interface ServerRevocation {
  /** Id of the revocation. */
  readonly id: string;
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * One version of a server as the official MCP Registry API speaks of it. Times are milliseconds since the epoch.
 *
 * Name and version are unique in the installation; of the versions of a name exactly one is the latest. `server` never
 * changes for what was published here.
 */
export interface RegistryServer {
  readonly id: string;
  readonly organisationId: string;
  /** `com.example/my-server`, as written by its publisher. */
  readonly name: string;
  readonly version: string;
  /** server.json as received; of `_meta` only what its publisher provided. */
  readonly server: ServerJson;
  readonly status: RegistryStatus;
  readonly statusMessage: string | null;
  readonly publishedAt: number;
  /** When anything shown of this version last changed here; later changes have later times. */
  readonly updatedAt: number;
  readonly statusChangedAt: number;
  readonly isLatest: boolean;
  /** Id of the mirror it came from; null for what was published here. */
  readonly origin: string | null;
  /** The block a mirrored entry came with, under `io.modelcontextprotocol.registry/official`. */
  readonly official: Readonly<Record<string, unknown>> | null;
  /** While a revocation covers it, it shows as deleted, whatever its status. */
  readonly revocation: ServerRevocation | null;
}

/** What is known of a version without its document. */
export interface ServerVersion extends Omit<RegistryServer, 'server'> {
  /** The document's remote addresses, normalised. */
  readonly remoteUrls: readonly string[];
}

/** Neither deleted nor revoked. */
export const isShown = ({ status, revocation }: Pick<RegistryServer, 'status' | 'revocation'>): boolean =>
  status !== 'deleted' && revocation === null;
