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
 * One version of a server in the official MCP Registry API. Times are milliseconds since the epoch.
 *
 * Name and version are unique in the installation; exactly one of a name's versions is the latest. `server` never
 * changes for a local publication.
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
  /** Id of the mirror it came from; null for local publications. */
  readonly origin: string | null;
  /** The received block of a mirrored entry, under `io.modelcontextprotocol.registry/official`. */
  readonly official: Readonly<Record<string, unknown>> | null;
  /** While a revocation covers it, it is shown as deleted, regardless of its status. */
  readonly revocation: ServerRevocation | null;
}

/** A version without its document. */
export interface ServerVersion extends Omit<RegistryServer, 'server'> {
  /** The document's remote addresses, normalised. */
  readonly remoteUrls: readonly string[];
}

/** Neither deleted nor revoked. */
export const isShown = ({ status, revocation }: Pick<RegistryServer, 'status' | 'revocation'>): boolean =>
  status !== 'deleted' && revocation === null;
