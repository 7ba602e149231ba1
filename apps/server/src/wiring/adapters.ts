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
  /** Told of a suspicious output that could not be counted. */
  readonly onFindingProblem: (cause: unknown) => void;
  readonly looks: DefinitionCheckStore;
  readonly keys: RegistryKeyStore & PublisherKeyStore;
  readonly signer: Signer;
  readonly verifier: SignatureVerifier;
  /** Told of a look at an upstream that could not be finished. */
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
  /** Told of a ticket that could not be written or closed. */
  readonly onEscalationProblem: (cause: unknown) => void;
  readonly toolsets: ToolsetStore;
  /** The words of a text as the search engine compares them. */
  readonly readTerms: ReadTerms;
  readonly loadTokens: LoadTokenCounter;
  /** Told of what could not be learnt; it is tried again. */
  readonly onLearningProblem: (cause: unknown) => void;
  /** Told when queries begin to be searched by words alone, and when they no longer are (undefined). */
  readonly onEmbedderChange: (failure: Failure | undefined) => void;
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
  readonly trustOrder: TrustOrder;
  /** Told of trust that could not be worked out, and is tried again. */
  readonly onTrustProblem: (cause: unknown) => void;
  readonly verifications: VerificationStore;
  readonly stages: StageStore;
  readonly attestations: AttestationStore;
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
  /** Told of masked values that could not be kept or read, and of texts that could not be examined. */
  readonly onContentProblem: (cause: unknown) => void;
  /** Told of a result that could not be kept, or of tokens that could not be added up yet. */
  readonly onOutputProblem: (cause: unknown) => void;
  readonly accepted: AcceptedCalls;
  readonly ledger: IdempotencyLedger;
  /** Told of a ledger of keys that does not answer, and is asked again. */
  readonly onLedgerProblem: (cause: unknown) => void;
  readonly approvals: ApprovalStore;
  readonly sagas: SagaStore;
  /** Told of what keeps a saga from going on, and is tried again. */
  readonly onSagaProblem: (cause: unknown) => void;
  readonly runs: DurableRuns;
  readonly compositionRuns: RunStore;
  readonly suspendedCalls: SuspendedCallStore;
  readonly callNotes: CallNoteStore;
  /** Told of a run that could not be written down. */
  readonly onRunProblem: (cause: unknown) => void;
  /** A recorded call as it was recorded last. */
  readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>;
  /** Told of what goes wrong with a call that waits for a person, and is tried again. */
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
