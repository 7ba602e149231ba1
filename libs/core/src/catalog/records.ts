import type { Manifest, McpAddress, Proposal, Stage, VersionStatus } from '@assay/contracts';
import type { Change } from '../kernel/change-feed.js';

/** A published version: the manifest, which never changes, and what the registry says of it. Times in ms since the epoch. */
export interface ToolVersion {
  readonly id: string;
  readonly organisationId: string;
  readonly namespace: string;
  /** The local name, after the slash. */
  readonly tool: string;
  /** As published; `versionKey` leaves build metadata out and is unique in the tool. */
  readonly version: string;
  readonly versionKey: string;
  readonly manifest: Manifest;
  readonly manifestDigest: string;
  readonly definitionDigest: string;
  readonly upstreamDigest: string | null;
  readonly status: Exclude<VersionStatus, 'REVOKED'>;
  readonly stage: Stage;
  readonly sunsetAt: number | null;
  readonly quarantined: {
    readonly since: number;
    readonly finding: string;
  } | null;
  readonly lastVerifiedAt: number | null;
  readonly usageCount: number;
  readonly publishedAt: number;
  /** Id of a principal. */
  readonly publishedBy: string | null;
}

/** A registered upstream server. Header and environment values are sealed by the store and plain here. */
export interface Server {
  readonly id: string;
  readonly organisationId: string;
  readonly namespace: string;
  /** The local name, after the slash; unique in the namespace. */
  readonly name: string;
  readonly mcp: McpAddress;
  readonly stateless: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What an upstream's tool list was turned into, waiting for a person's confirmation. */
export interface Import {
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  /** `ns/server`. */
  readonly server: string;
  readonly proposals: readonly Proposal[];
  /** Digest of the upstream's own definition, by proposed name. */
  readonly upstreamDigests: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
  readonly createdAt: number;
}

export type CatalogueChange = Change<'tool-version', ToolVersion> | Change<'server', Server>;
