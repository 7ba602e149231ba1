import type { Config } from '@assay/config';
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
  FeedbackStore,
  HierarchyStore,
  IdempotencyLedger,
  KeptOutputs,
  LargeChecks,
  LimitCounts,
  LimitStore,
  MaskedValueStore,
  PolicyEngine,
  PolicyStore,
  RateLimits,
  SessionTotals,
  TicketStore,
  ToolTransport,
  TransportOf,
} from '@assay/gateway';
import type {
  Caller,
  DomainRecords,
  IdentityStore,
  OwnershipStore,
  TeamStore,
  TokenVerifier,
  UsedProofs,
  WebhookSender,
} from '@assay/identity';
import type {
  CommandPackages,
  DefinitionCheckStore,
  Machine,
  MirrorStore,
  RegistryServerStore,
  RegistrySource,
} from '@assay/importing';
import type {
  AuditLog,
  ChangeFeed,
  Clock,
  DurableRuns,
  Jobs,
  LanguageModel,
  LoadTokenCounter,
  PendingChanges,
  PersonalRules,
  PublicKey,
  Random,
  RunJournalStore,
  Sealer,
  SignatureVerifier,
  Signer,
  UsageStore,
} from '@assay/kernel';
import type { AuditReader, NoticeStores, Persistence, StoredChange } from '@assay/persistence';
import type {
  CapabilityStore,
  CapabilityTree,
  CatalogueStore,
  PublisherKeyStore,
  QuarantineStore,
  RegistryKeyStore,
  ReviewStore,
  RevocationStore,
  ToolsetStore,
} from '@assay/registry';
import type { CallNoteStore, RunStore, SagaStore, SuspendedCallStore } from '@assay/runs';
import type {
  GrpcUpstreams,
  HostAndPort,
  HttpUpstreams,
  McpUpstreams,
  ReachedServers,
  ServerHealth,
} from '@assay/transports';
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
import type { Logger } from 'pino';
import type { Commands } from './commands/isolation.js';
import type { Models } from './models/models.js';
import { port } from './provide.js';
import type { Rates } from './redis/rates.js';
import type { SearchIndex } from './search/search-index.js';

// Tokens of what adapters provide: a list.

/** What the operator set. */
export const CONFIG = port<Config>('config');
export const LOG = port<Logger>('log');
export const CLOCK = port<Clock>('clock');
export const RANDOM = port<Random>('random');
/** The address clients use, without a slash at its end; empty before the server listens. */
export const OWN_URL = port<() => string>('own url');
/** Assay's own database and its like, which no upstream and no command reaches. */
export const OWN_SERVICES = port<readonly HostAndPort[]>('own services');
export const DATABASE_URL = port<string>('database url');
/** Names where this process runs, the same after each start. */
export const PLACE = port<string>('place');
export const PERSISTENCE = port<Persistence>('persistence');
export const CHANGE_FEED = port<ChangeFeed<StoredChange>>('change feed');
export const SEALER = port<Sealer>('sealer');
export const SIGNER = port<Signer & { readonly public: PublicKey }>('signer');
export const SIGNATURE_VERIFIER = port<SignatureVerifier>('signature verifier');
export const RATES = port<Rates>('rates');
export const RATE_LIMITS = port<RateLimits>('rate limits');
export const CIRCUITS = port<Circuits>('circuits');
export const MODELS = port<Models>('models');
/** Null when none is configured, as the next. */
export const LANGUAGE_MODEL = port<LanguageModel | null>('language model');
export const EMBEDDER = port<Embedder | null>('embedder');
export const LOAD_TOKENS = port<LoadTokenCounter>('load tokens');
export const SEARCH_INDEX = port<SearchIndex>('search index');
export const TOOL_INDEX = port<ToolIndex>('tool index');
/** The words of a text as the search engine compares them. */
export const READ_TERMS = port<ReadTerms>('read terms');
export const COMMANDS = port<Commands>('commands');
export const MACHINE = port<Machine>('machine');
export const COMMAND_PACKAGES = port<CommandPackages>('command packages');
export const MCP_UPSTREAMS = port<McpUpstreams>('mcp upstreams');
export const HTTP_UPSTREAMS = port<HttpUpstreams>('http upstreams');
export const JSON_RPC_UPSTREAMS = port<ReachedServers & { readonly transport: ToolTransport }>('json rpc upstreams');
export const GRPC_UPSTREAMS = port<GrpcUpstreams>('grpc upstreams');
export const DOMAIN_RECORDS = port<DomainRecords>('domain records');
export const OAUTH_CLIENT = port<OAuthClient>('oauth client');
export const REGISTRY_SOURCE = port<RegistrySource>('registry source');
export const WEBHOOK_SENDER = port<WebhookSender>('webhook sender');
export const TOKEN_VERIFIER = port<TokenVerifier | null>('token verifier');
export const SECRET_RULES = port<SecretRules>('secret rules');
export const LARGE_CHECKS = port<LargeChecks>('large checks');
export const PERSONAL_RULES = port<PersonalRules>('personal rules');
export const POLICY_ENGINE = port<PolicyEngine>('policy engine');
export const DURABLE_RUNS = port<DurableRuns>('durable runs');

/** Everything that ought to be in the index, as it is when it is read. */
export const DOCUMENTS = port<() => DocumentBatches>('documents');
export const TAXONOMY = port<CapabilityTree>('taxonomy');
export const TRANSPORT_OF = port<TransportOf>('transport of');
/** How a server is to the protocol that has used it last. */
export const SERVER_HEALTH = port<(serverId: string) => ServerHealth>('server health');
/** Forgets what upstreams keep of a server that was removed. */
export const FORGET_SERVER = port<(serverId: string) => void>('forget server');

/** Whether a caller sees a version of a tool. */
export const SEES_TOOL = port<(caller: Caller, tool: string) => boolean>('sees tool');

// What is kept in the database.

export const IDENTITY_STORE = port<IdentityStore>('identity store');
export const TEAM_STORE = port<TeamStore>('team store');
export const OWNERSHIP_STORE = port<OwnershipStore>('ownership store');
export const USED_PROOFS = port<UsedProofs>('used proofs');
export const CATALOGUE_STORE = port<CatalogueStore>('catalogue store');
export const CAPABILITY_STORE = port<CapabilityStore>('capability store');
export const REVOCATION_STORE = port<RevocationStore>('revocation store');
export const REGISTRY_SERVER_STORE = port<RegistryServerStore>('registry server store');
export const MIRROR_STORE = port<MirrorStore>('mirror store');
export const REVIEW_STORE = port<ReviewStore>('review store');
export const JOBS = port<Jobs>('jobs');
export const FEEDBACK_STORE = port<FeedbackStore>('feedback store');
export const LIMIT_STORE = port<LimitStore>('limit store');
export const LIMIT_COUNTS = port<LimitCounts>('limit counts');
export const POLICY_STORE = port<PolicyStore>('policy store');
export const USAGE_STORE = port<UsageStore>('usage store');
export const KEY_STORE = port<RegistryKeyStore & PublisherKeyStore>('key store');
export const QUARANTINE_STORE = port<QuarantineStore>('quarantine store');
export const FINDING_STORE = port<FindingStore>('finding store');
export const ALERT_STORE = port<AlertStore>('alert store');
export const BEHAVIOUR_STORE = port<BehaviourStore>('behaviour store');
export const DEFINITION_CHECK_STORE = port<DefinitionCheckStore>('definition check store');
export const EMBEDDING_STORE = port<EmbeddingStore>('embedding store');
export const LEARNING_STORE = port<LearningStore>('learning store');
export const RULE_STORE = port<RuleStore>('rule store');
export const HIERARCHY_STORE = port<HierarchyStore>('hierarchy store');
export const TICKET_STORE = port<TicketStore>('ticket store');
export const TOOLSET_STORE = port<ToolsetStore>('toolset store');
export const EVIDENCE_STORE = port<EvidenceStore>('evidence store');
export const RATING_STORE = port<RatingStore>('rating store');
export const TRUST_ORDER = port<TrustOrder>('trust order');
export const VERIFICATION_STORE = port<VerificationStore>('verification store');
export const STAGE_STORE = port<StageStore>('stage store');
export const ATTESTATION_STORE = port<AttestationStore>('attestation store');
export const APPROVAL_STORE = port<ApprovalStore>('approval store');
export const SAGA_STORE = port<SagaStore>('saga store');
export const RUN_JOURNAL = port<RunJournalStore>('journal of durable runs');
export const RUN_STORE = port<RunStore>('run store');
export const SUSPENDED_CALL_STORE = port<SuspendedCallStore>('suspended call store');
export const CALL_NOTE_STORE = port<CallNoteStore>('call note store');
export const NOTICE_STORES = port<NoticeStores>('notice stores');
export const KEPT_OUTPUTS = port<KeptOutputs>('kept outputs');
export const MASKED_VALUE_STORE = port<MaskedValueStore>('masked value store');
export const SESSION_TOTALS = port<SessionTotals>('session totals');
export const CONNECTION_STORE = port<ConnectionStore>('connection store');
export const SECRET_RESEAL = port<SecretReseal>('secret reseal');
export const ACCEPTED_CALLS = port<AcceptedCalls>('accepted calls');
export const IDEMPOTENCY_LEDGER = port<IdempotencyLedger>('idempotency ledger');
export const AUDIT_LOG = port<AuditLog>('audit log');
export const AUDIT_READER = port<AuditReader>('audit reader');
export const PENDING_CHANGES = port<PendingChanges>('pending changes');
