import type {
  DocumentBatches,
  Embedder,
  EmbeddingStore,
  LearningStore,
  ReadTerms,
  RuleStore,
  ToolIndex,
} from '@assay/discovery';
import type {
  AcceptedCalls,
  ApprovalStore,
  Circuits,
  Conversations,
  FeedbackStore,
  HierarchyStore,
  IdempotencyLedger,
  KeptOutputs,
  LargeChecks,
  LimitStore,
  MaskedValueStore,
  PolicyEngine,
  PolicyStore,
  RateLimits,
  SessionTotals,
  TicketStore,
  ToolTransport,
} from '@assay/gateway';
import type {
  DomainRecords,
  IdentityStore,
  OwnershipStore,
  TeamStore,
  TokenVerifier,
  UsedProofs,
} from '@assay/identity';
import type {
  CommandPackages,
  DefinitionCheckStore,
  GrpcReflection,
  Machine,
  MirrorStore,
  OpenApiReader,
  RegistryServerStore,
  RegistrySource,
  ToolSource,
} from '@assay/importing';
import type {
  AuditLog,
  ChangeFeed,
  Clock,
  DurableRuns,
  Failure,
  Jobs,
  LanguageModel,
  LoadTokenCounter,
  Notices,
  PersonalRules,
  Random,
  Sealer,
  SignatureVerifier,
  Signer,
  UsageStore,
} from '@assay/kernel';
import type {
  CapabilityStore,
  CatalogueStore,
  Consumers,
  PublisherKeyStore,
  QuarantineStore,
  RegistryKeyStore,
  ReviewStore,
  RevocationStore,
  ToolsetStore,
} from '@assay/registry';
import type { CallNoteStore, RunStore, SagaStore, SuspendedCallStore } from '@assay/runs';
import type {
  AlertStore,
  AttestationStore,
  BehaviourStore,
  EvidenceStore,
  FindingStore,
  RatingStore,
  SecretRules,
  StageStore,
  TrustOrder,
  VerificationStore,
} from '@assay/trust';
import type { ConnectionStore, OAuthClient, SecretReseal } from '@assay/vault';
import type { RecordedCall } from './approvals.js';
import type { CommandRuntime } from './commands.js';
import type { Telling } from './notifications.js';

/** What the domain is wired to. */
export interface Adapters {
  readonly identities: IdentityStore;
  readonly teams: TeamStore;
  readonly ownership: OwnershipStore;
  readonly domainRecords: DomainRecords;
  readonly usedProofs: UsedProofs;
  readonly catalogueStore: CatalogueStore;
  readonly capabilityStore: CapabilityStore;
  readonly revocationStore: RevocationStore;
  readonly reviews: ReviewStore;
  readonly quarantines: QuarantineStore;
  readonly findings: FindingStore;
  readonly alerts: AlertStore;
  readonly behaviour: BehaviourStore;
  /** A maintained set of rules for secrets. */
  readonly secrets: SecretRules;
  /** Checks results that are too large to be checked in this thread. */
  readonly largeChecks: LargeChecks;
  /** Called for a suspicious output that could not be counted. */
  readonly onFindingProblem: (cause: unknown) => void;
  readonly looks: DefinitionCheckStore;
  readonly keys: RegistryKeyStore & PublisherKeyStore;
  readonly signer: Signer;
  readonly verifier: SignatureVerifier;
  /** Called for a check of an upstream that failed. */
  readonly onLookProblem: (server: string, cause: unknown) => void;
  readonly jobs: Jobs;
  readonly feedback: FeedbackStore;
  readonly limits: LimitStore;
  readonly usage: UsageStore;
  readonly rates: RateLimits;
  /** Null when none is configured, as the next. */
  readonly languageModel: LanguageModel | null;
  readonly embedder: Embedder | null;
  readonly embeddings: EmbeddingStore;
  readonly learning: LearningStore;
  readonly rules: RuleStore;
  readonly policies: PolicyStore;
  readonly policyEngine: PolicyEngine;
  readonly hierarchies: HierarchyStore;
  readonly tickets: TicketStore;
  readonly circuits: Circuits;
  /** Called for a ticket that could not be written or closed. */
  readonly onEscalationProblem: (cause: unknown) => void;
  readonly toolsets: ToolsetStore;
  /** The words of a text as the search engine compares them. */
  readonly readTerms: ReadTerms;
  readonly loadTokens: LoadTokenCounter;
  /** Called for outcomes that could not be learnt, which is retried. */
  readonly onLearningProblem: (cause: unknown) => void;
  /** Called when queries start to be searched by words alone, and when they no longer are (undefined). */
  readonly onEmbedderChange: (failure: Failure | undefined) => void;
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
  readonly trustOrder: TrustOrder;
  /** Called for trust that could not be computed, which is retried. */
  readonly onTrustProblem: (cause: unknown) => void;
  readonly verifications: VerificationStore;
  readonly stages: StageStore;
  readonly attestations: AttestationStore;
  /** Called for a verification that could not be carried out, which is retried. */
  readonly onVerificationProblem: (versionId: string, cause: unknown) => void;
  readonly mirrorStore: MirrorStore;
  readonly registryServers: RegistryServerStore;
  readonly registrySource: RegistrySource;
  /** The address clients use, without a slash at its end; empty before the server listens. */
  readonly ownUrl: () => string;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly telling: Telling;
  readonly vault: VaultAdapters;
  readonly keptOutputs: KeptOutputs;
  readonly sessionTotals: SessionTotals;
  readonly personal: PersonalRules;
  readonly maskedValues: MaskedValueStore;
  /** Called for masked values that could not be stored or read, and for texts that could not be examined. */
  readonly onContentProblem: (cause: unknown) => void;
  /** Called for a result that could not be stored, or for tokens that could not be added up yet. */
  readonly onOutputProblem: (cause: unknown) => void;
  readonly accepted: AcceptedCalls;
  readonly ledger: IdempotencyLedger;
  /** Called for a ledger of keys that does not answer, which is retried. */
  readonly onLedgerProblem: (cause: unknown) => void;
  readonly approvals: ApprovalStore;
  readonly sagas: SagaStore;
  /** Called for failures of a saga, which are retried. */
  readonly onSagaProblem: (cause: unknown) => void;
  readonly runs: DurableRuns;
  readonly compositionRuns: RunStore;
  readonly suspendedCalls: SuspendedCallStore;
  readonly callNotes: CallNoteStore;
  /** Called for a run that could not be stored. */
  readonly onRunProblem: (cause: unknown) => void;
  /** A recorded call as it was recorded last. */
  readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>;
  /** Called for failures of a call that waits for a person, which are retried. */
  readonly onApprovalProblem: (cause: unknown) => void;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp' | 'sinceConfirmedMs'>;
  readonly index: ToolIndex;
  /** Everything that ought to be in the index, as it is when it is read. */
  readonly documents: () => DocumentBatches;
  readonly machine: Machine;
  readonly packages: CommandPackages;
  readonly commandRuntime: CommandRuntime;
  readonly mcp: {
    readonly transport: ToolTransport;
    readonly source: ToolSource;
    readonly conversations: Conversations;
  };
  readonly http: { readonly transport: ToolTransport; readonly documents: OpenApiReader };
  readonly jsonRpc: { readonly transport: ToolTransport };
  readonly grpc: { readonly transport: ToolTransport; readonly reflection: GrpcReflection };
  readonly tokens: TokenVerifier | null;
  readonly clock: Clock;
  readonly random: Random;
}

/** What the credential vault is wired to. */
export interface VaultAdapters {
  readonly store: ConnectionStore;
  readonly reseal: SecretReseal;
  readonly sealer: Sealer;
  readonly oauth: OAuthClient;
  /** A connection was changed or removed: sessions made with it end. */
  readonly endSessionsOf: (connectionId: string, isReplaced: boolean) => void;
}
