import type {
  AttestationStore,
  AuditLog,
  CatalogueStore,
  ChangeFeed,
  Clock,
  Consumers,
  DomainRecords,
  EvidenceStore,
  FindingStore,
  GrpcReflection,
  IdempotencyLedger,
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
  RatingStore,
  RegistryKeyStore,
  RegistryServerStore,
  RegistrySource,
  ReviewStore,
  RevocationStore,
  SignatureVerifier,
  Signer,
  StageStore,
  TeamStore,
  TokenVerifier,
  ToolIndex,
  ToolSource,
  ToolTransport,
  UsedProofs,
  VerificationStore,
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
  readonly findings: FindingStore;
  /** Told of a suspicious output that could not be counted. */
  readonly onFindingProblem: (cause: unknown) => void;
  readonly looks: LookStore;
  readonly keys: RegistryKeyStore & PublisherKeyStore;
  readonly signer: Signer;
  readonly verifier: SignatureVerifier;
  /** Told of a look at an upstream that could not be finished. */
  readonly onLookProblem: (server: string, cause: unknown) => void;
  readonly jobs: Jobs;
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
  /** Told of trust that could not be worked out, and is tried again. */
  readonly onTrustProblem: (cause: unknown) => void;
  readonly verifications: VerificationStore;
  readonly stages: StageStore;
  readonly attestations: AttestationStore;
  /** Told of a verification that could not be carried out; it is taken up again. */
  readonly onVerificationProblem: (versionId: string, cause: unknown) => void;
  readonly mirrorStore: MirrorStore;
  readonly registryServers: RegistryServerStore;
  readonly registrySource: RegistrySource;
  /** The address clients use, without a slash at its end; empty before the server listens. */
  readonly ownUrl: () => string;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly telling: Telling;
  readonly ledger: IdempotencyLedger;
  /** Told of a ledger of keys that does not answer, and is asked again. */
  readonly onLedgerProblem: (cause: unknown) => void;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp' | 'sinceConfirmedMs'>;
  readonly index: ToolIndex;
  readonly mcp: { readonly transport: ToolTransport; readonly source: ToolSource };
  readonly http: { readonly transport: ToolTransport; readonly documents: OpenApiReader };
  readonly jsonRpc: { readonly transport: ToolTransport };
  readonly grpc: { readonly transport: ToolTransport; readonly reflection: GrpcReflection };
  readonly tokens: TokenVerifier | null;
  readonly clock: Clock;
  readonly random: Random;
}
