import type {
  AuditLog,
  CatalogueStore,
  ChangeFeed,
  Clock,
  Consumers,
  DomainRecords,
  IdentityStore,
  Jobs,
  LookStore,
  MirrorStore,
  Notices,
  OpenApiReader,
  OwnershipStore,
  PublisherKeyStore,
  QuarantineStore,
  Random,
  RegistryKeyStore,
  RegistryServerStore,
  RegistrySource,
  ReviewStore,
  RevocationStore,
  SignatureVerifier,
  Signer,
  TeamStore,
  TokenVerifier,
  ToolIndex,
  ToolSource,
  ToolTransport,
  UsedProofs,
} from '@assay/core';
import type { Telling } from './telling.js';

/** What the domain is wired to. */
export interface Adapters {
  readonly identities: IdentityStore;
  readonly teams: TeamStore;
  readonly ownership: OwnershipStore;
  readonly domainRecords: DomainRecords;
  readonly usedProofs: UsedProofs;
  readonly catalogueStore: CatalogueStore;
  readonly revocationStore: RevocationStore;
  readonly reviews: ReviewStore;
  readonly quarantines: QuarantineStore;
  readonly looks: LookStore;
  readonly keys: RegistryKeyStore & PublisherKeyStore;
  readonly signer: Signer;
  readonly verifier: SignatureVerifier;
  /** Told of a look at an upstream that could not be finished. */
  readonly onLookProblem: (server: string, cause: unknown) => void;
  readonly jobs: Jobs;
  readonly mirrorStore: MirrorStore;
  readonly registryServers: RegistryServerStore;
  readonly registrySource: RegistrySource;
  /** The address clients use, without a slash at its end; empty before the server listens. */
  readonly ownUrl: () => string;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly telling: Telling;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp' | 'sinceConfirmedMs'>;
  readonly index: ToolIndex;
  readonly mcp: { readonly transport: ToolTransport; readonly source: ToolSource };
  readonly http: { readonly transport: ToolTransport; readonly documents: OpenApiReader };
  readonly tokens: TokenVerifier | null;
  readonly clock: Clock;
  readonly random: Random;
}
