import type {
  EntrySignature,
  GrpcAddress,
  HttpAddress,
  IsolationProfile,
  Manifest,
  McpAddress,
  Proposal,
  Stage,
  VersionStatus,
} from '@assay/contracts';
import type { Change } from '@assay/kernel';
import type { Revocation } from './revocation/revocation.js';
import type { CommandConfirmation } from './servers/command-confirmation.js';
import type { PinnedPackages } from './servers/pinned-packages.js';
import type { Capability } from './taxonomy/capability.js';

/** Who signed a version's digest, and when, in ms since the epoch. */
export interface Signature extends Omit<EntrySignature, 'signedAt'> {
  readonly signedAt: number;
}

/**
 * A published version: the manifest, which never changes, and the registry's data about it. Times in ms since the
 * epoch.
 */
export interface ToolVersion {
  readonly id: string;
  readonly organisationId: string;
  readonly namespace: string;
  /** The local name, after the slash. */
  readonly tool: string;
  /** As published; `versionKey` omits build metadata and is unique within the tool. */
  readonly version: string;
  readonly versionKey: string;
  /** Under the tool's present name, with which its digests and signatures agree only while `publishedAs` is absent. */
  readonly manifest: Manifest;
  /** The name (`ns/tool`) in the manifest as published, if the tool has been renamed since. */
  readonly publishedAs?: string;
  readonly manifestDigest: string;
  readonly definitionDigest: string;
  readonly upstreamDigest: string | null;
  readonly signatures: readonly Signature[];
  readonly status: Exclude<VersionStatus, 'REVOKED'>;
  readonly stage: Stage;
  /** Of DEPRECATED and SUNSET only. */
  readonly sunsetAt: number | null;
  /** Null while the status is unchanged since publication. */
  readonly statusChange: StatusChange | null;
  readonly quarantined: {
    readonly since: number;
    readonly finding: string;
  } | null;
  readonly lastVerifiedAt: number | null;
  readonly assurance: Assurance;
  /** Null until it is first computed, shortly after publication. */
  readonly trust: VersionTrust | null;
  readonly usageCount: number;
  readonly publishedAt: number;
  /** Id of a principal. */
  readonly publishedBy: string | null;
}

/** Trust in a version before decay, in one view of its evidence. */
export interface TrustInView {
  /** S: the exact sum of weight · value over the signals, in their order, at least 10⁻⁶. */
  readonly base: number;
  /** n / (n + 20), n being the calls it rests on, after discounts. */
  readonly confidence: number;
  /** In the order of the weights table. */
  readonly signals: readonly { readonly name: string; readonly value: number; readonly sampleSize: number }[];
  /** The score and confidence from calls alone, in [0,1]: the input of a provider's reputation. */
  readonly observed: { readonly score: number; readonly confidence: number };
}

/** Trust in a version before decay, as last computed from its evidence, in both views. */
export interface VersionTrust {
  /** For callers in the tool's organisation. */
  readonly inside: TrustInView;
  /** For all other organisations. */
  readonly outside: TrustInView;
  /** Calls over the version's life that count as evidence, without discounts: `own` by members of its namespace. */
  readonly calls: { readonly others: number; readonly own: number };
  /** Votes on the tool, and the sum of their stars. */
  readonly votes: { readonly count: number; readonly stars: number };
}

/** What verifications and attestations have found of a version. */
export interface Assurance {
  /** Since when its verifications are red; null while they are not. */
  readonly driftedSince: number | null;
  /** The best security audit that was attested of it. */
  readonly audit: 'none' | 'self' | 'third-party';
  /** Id of the organisation, its provider then, whose identity was attested with it. */
  readonly identityOf: string | null;
  /** Whether a verification ever ran its examples successfully. */
  readonly examplePassed?: boolean;
}

export const unassured: Assurance = Object.freeze({ driftedSince: null, audit: 'none', identityOf: null });

/** The last change of a version's status. */
export interface StatusChange {
  readonly at: number;
  /** As entered by the author of the change. */
  readonly reason: string;
  /**
   * Version key of the release of a later major that superseded this version at the time, if any: the rule of 30 days'
   * notice skips the version until a still later major.
   */
  readonly supersededBy: string | null;
  /** The last notice sent about it; null before the first. */
  readonly notice: string | null;
}

/**
 * A registered upstream server: an MCP server, an HTTP API or a gRPC server, the other addresses being null. Values of
 * headers, query parameters, metadata and environment are sealed by the store and plain here.
 */
export interface Server {
  readonly id: string;
  readonly organisationId: string;
  readonly namespace: string;
  /** The local name, after the slash; unique in the namespace. */
  readonly name: string;
  readonly mcp: McpAddress | null;
  readonly http: HttpAddress | null;
  readonly grpc: GrpcAddress | null;
  readonly stateless: boolean;
  /** For a command: what it may access; `off` where an administrator of the installation chose so. */
  readonly isolation: ServerIsolation | null;
  /** For a command: who confirmed it. Null for servers with an address. */
  readonly confirmation: CommandConfirmation | null;
  /** For a command started by a package runner: the packages pinned when they were fetched. */
  readonly packages: PinnedPackages | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ServerIsolation = IsolationProfile | 'off';

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
  /** Upstream entries that cannot become tools, with the reason. */
  readonly leftOut: readonly string[];
  /** The server to register when the import is confirmed; null when it is registered. */
  readonly draft: Server | null;
  readonly createdAt: number;
}

export type CatalogueChange =
  | Change<'tool-version', ToolVersion>
  | Change<'server', Server>
  | Change<'revocation', Revocation>
  | Change<'capability', Capability>;
