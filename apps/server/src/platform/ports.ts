import type { IssuerSignIn, SigningKey } from '@assay/authentication';
import type { Config } from '@assay/config';
import type { HostFunctions } from '@assay/creation';
import type {
  DocumentBatches,
  Embedder,
  LocalEmbedder,
  MultilingualEmbedder,
  ReadTerms,
  ToolIndex,
} from '@assay/discovery';
import type { Circuits, LargeChecks, PolicyEngine, RateLimits, ToolTransport, TransportOf } from '@assay/gateway';
import type {
  Caller,
  DomainRecords,
  PasskeyCeremonies,
  PasswordHasher,
  TokenVerifier,
  WebhookSender,
} from '@assay/identity';
import type { CommandPackages, Machine, RegistrySource } from '@assay/importing';
import type {
  Clock,
  DurableRuns,
  Jobs,
  LanguageModel,
  LoadTokenCounter,
  PersonalRules,
  Random,
  Replica,
  Sealer,
  SignatureVerifier,
  Signer,
} from '@assay/kernel';
import type { Persistence } from '@assay/persistence';
import type { CapabilityTree, ManifestChecks } from '@assay/registry';
import type { CodeSandbox } from '@assay/runs';
import type {
  Fetch,
  GrpcUpstreams,
  HostAndPort,
  HttpUpstreams,
  McpUpstreams,
  ReachedServers,
  ServerHealth,
} from '@assay/transports';
import type { SecretRules } from '@assay/trust';
import type { OAuthClient } from '@assay/vault';
import type { Logger } from 'pino';
import type { Commands } from './commands/isolation.js';
import type { Models } from './models/models.js';
import { type PortToken, port } from './provide.js';
import type { Rates } from './redis/rates.js';
import type { TypeCheckers } from './sandbox/plain-code.js';
import type { SearchIndex } from './search/search-index.js';

// Tokens of what adapters provide: a list.

/** Parts of Persistence by the tokens that the database module provides them with. */
export const storeTokens = new Map<PortToken<unknown>, keyof Persistence>();

function store<K extends keyof Persistence>(name: K): PortToken<Persistence[K]> {
  const token = port<Persistence[K]>(name);
  storeTokens.set(token, name);
  return token;
}

/** What the operator set. */
export const CONFIG = port<Config>('config');
export const LOG = port<Logger>('log');
export const CLOCK = port<Clock>('clock');
export const RANDOM = port<Random>('random');
/** The address clients use, without a slash at its end; empty before the server listens. */
export const OWN_URL = port<() => string>('own url');
/** The address at which people open pages, without a slash at its end: a host name where there is one. */
export const PEOPLE_URL = port<() => string>('people url');
/** Assay's own database and its like, which no upstream and no command reaches. */
export const OWN_SERVICES = port<readonly HostAndPort[]>('own services');
export const DATABASE_URL = port<string>('database url');
/** Names where this process runs, the same after each start. */
export const PLACE = port<string>('place');
export const REPLICA = port<Replica>('replica');
export const PERSISTENCE = port<Persistence>('persistence');
export const CHANGE_FEED = store('feed');
export const SEALER = port<Sealer>('sealer');
export const SIGNER = port<Signer & Pick<SigningKey, 'public' | 'jwk'>>('signer');
/** The way out for documents that OAuth clients publish about themselves. */
export const CLIENT_DOCUMENTS = port<Fetch>('client documents');
export const SIGNATURE_VERIFIER = port<SignatureVerifier>('signature verifier');
export const RATES = port<Rates>('rates');
export const RATE_LIMITS = port<RateLimits>('rate limits');
export const CIRCUITS = port<Circuits>('circuits');
export const MODELS = port<Models>('models');
/** Null when none is configured, as the next. */
export const LANGUAGE_MODEL = port<LanguageModel | null>('language model');
/** The endpoint that the operator configured. */
export const EMBEDDER = port<Embedder | null>('embedder');
/** The table that ships. */
export const LOCAL_EMBEDDER = port<LocalEmbedder>('local embedder');
/** Undefined where the table of other languages is not installed. */
export const MULTILINGUAL_EMBEDDER = port<MultilingualEmbedder | undefined>('multilingual embedder');
/** Runs generated code. */
export const SANDBOX = port<CodeSandbox>('sandbox');
/** Checks the types of generated code. */
export const TYPE_CHECKERS = port<TypeCheckers>('type checkers');
/** What generated code may do on this machine. */
export const HOST_FUNCTIONS = port<HostFunctions>('host functions');
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
/** Null without an issuer at which people sign in. */
export const ISSUER_SIGN_IN = port<Pick<IssuerSignIn, 'begin' | 'complete'> | null>('issuer sign-in');
export const TOKEN_VERIFIER = port<TokenVerifier | null>('token verifier');
export const PASSWORD_HASHER = port<PasswordHasher>('password hasher');
export const PASSKEY_CEREMONIES = port<PasskeyCeremonies>('passkey ceremonies');
export const SECRET_RULES = port<SecretRules>('secret rules');
export const LARGE_CHECKS = port<LargeChecks>('large checks');
export const MANIFEST_CHECKS = port<ManifestChecks>('manifest checks');
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

// What is kept in the database: a line here provides a part of Persistence, and its token has the part's type.

export const IDENTITY_STORE = store('identities');
export const ACCOUNT_STORE = store('accounts');
export const CREDENTIAL_STORE = store('credentials');
export const ACCOUNT_SESSION_STORE = store('accountSessions');
export const ATTEMPT_STORE = store('attempts');
export const TEAM_STORE = store('teams');
export const OWNERSHIP_STORE = store('ownership');
export const AUTHORIZATION_RECORDS = store('authorizationRecords');
export const USED_PROOFS = store('usedProofs');
export const CATALOGUE_STORE = store('catalogue');
export const CAPABILITY_STORE = store('capabilities');
export const REVOCATION_STORE = store('revocations');
export const REGISTRY_SERVER_STORE = store('registryServers');
export const MIRROR_STORE = store('mirrors');
export const REVIEW_STORE = store('reviews');
export const SCHEDULED_CALLS = store('scheduledCalls');
export const CALL_LISTS = store('callLists');
export const CALL_ROLLUPS = store('callRollups');
export const JOBS = port<Jobs>('jobs');
export const FEEDBACK_STORE = store('feedback');
export const RECORDED_CALLS = store('recordedCalls');
export const SAVED_EXAMPLES = store('savedExamples');
export const EVALUATION_STORE = store('evaluations');
export const CANDIDATE_STORE = store('candidates');
export const LIMIT_STORE = store('limits');
export const LIMIT_COUNTS = store('limitCounts');
export const REPLICA_REGISTER = store('replicaRegister');
export const POLICY_STORE = store('policies');
export const USAGE_STORE = store('usage');
export const KEY_STORE = store('keys');
export const QUARANTINE_STORE = store('quarantines');
export const FINDING_STORE = store('findings');
export const ALERT_STORE = store('alerts');
export const BEHAVIOUR_STORE = store('behaviour');
export const DEFINITION_CHECK_STORE = store('looks');
export const EMBEDDING_STORE = store('embeddings');
export const LEARNING_STORE = store('learning');
export const RULE_STORE = store('rules');
export const HIERARCHY_STORE = store('hierarchies');
export const TICKET_STORE = store('tickets');
export const TOOLSET_STORE = store('toolsets');
export const EVIDENCE_STORE = store('evidence');
export const RATING_STORE = store('ratings');
export const TRUST_ORDER = store('trustOrder');
export const VERIFICATION_STORE = store('verifications');
export const STAGE_STORE = store('stages');
export const ATTESTATION_STORE = store('attestations');
export const APPROVAL_STORE = store('approvals');
export const STANDING_APPROVALS = store('standingApprovals');
export const SAGA_STORE = store('sagas');
export const RUN_JOURNAL = store('runJournal');
export const RUN_STORE = store('compositionRuns');
export const GAP_STORE = store('gaps');
export const MADE_TOOL_STORE = store('madeTools');
export const SUSPENDED_CALL_STORE = store('suspendedCalls');
export const CALL_NOTE_STORE = store('callNotes');
export const QUESTION_STORE = store('questions');
export const NOTICE_STORES = store('telling');
export const KEPT_OUTPUTS = store('keptOutputs');
export const MASKED_VALUE_STORE = store('maskedValues');
export const SESSION_TOTALS = store('sessionTotals');
export const CONNECTION_STORE = store('connections');
export const SECRET_RESEAL = store('secretReseal');
export const ACCEPTED_CALLS = store('accepted');
export const IDEMPOTENCY_LEDGER = store('ledger');
export const AUDIT_LOG = store('audit');
export const AUDIT_READER = store('auditReader');
export const PENDING_CHANGES = store('pendingChanges');
