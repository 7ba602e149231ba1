import type { GapStore, MadeToolStore } from '@assay/creation';
import type { EmbeddingStore, LearningStore, RuleStore } from '@assay/discovery';
import type {
  AcceptedCalls,
  CallLists,
  CandidateStore,
  EvaluationStore,
  FeedbackStore,
  HierarchyStore,
  IdempotencyLedger,
  KeptOutputs,
  LimitCounts,
  LimitStore,
  MaskedValueStore,
  PolicyStore,
  RecordedCallStore,
  SavedExampleStore,
  ScheduledCalls,
  SessionTotals,
  TicketStore,
} from '@assay/gateway';
import type {
  AccountStore,
  AttemptStore,
  AuthorizationRecords,
  CredentialStore,
  IdentityStore,
  OwnershipStore,
  SessionStore,
  TeamStore,
  UsedProofs,
} from '@assay/identity';
import type { DefinitionCheckStore, MirrorStore, RegistryServerStore } from '@assay/importing';
import type {
  AuditLog,
  ChangeFeed,
  Clock,
  Jobs,
  PendingChanges,
  Random,
  ReplicaRegister,
  RunJournalStore,
  Sealer,
  SignatureVerifier,
  Signer,
  UsageStore,
} from '@assay/kernel';
import type {
  CapabilityStore,
  CatalogueStore,
  PublisherKeyStore,
  QuarantineStore,
  RegistryKeyStore,
  ReviewStore,
  RevocationStore,
  ToolsetStore,
} from '@assay/registry';
import type { CallNoteStore, QuestionStore, RunStore, SagaStore, SuspendedCallStore } from '@assay/runs';
import type {
  AlertStore,
  AttestationStore,
  BehaviourStore,
  CallRollups,
  EvidenceStore,
  FindingStore,
  RatingStore,
  StageStore,
  TrustOrder,
  VerificationStore,
} from '@assay/trust';
import type { ConnectionStore, SecretReseal } from '@assay/vault';
import { PostgresBehaviourStore } from './abuse/postgres-behaviour-store.js';
import { PrismaAlertStore } from './abuse/prisma-alert-store.js';
import { PrismaFindingStore } from './abuse/prisma-finding-store.js';
import { PostgresAcceptedCalls } from './accepted/postgres-accepted-calls.js';
import { PostgresAccountStore } from './accounts/postgres-account-store.js';
import { PostgresAttemptStore } from './accounts/postgres-attempt-store.js';
import { PostgresCredentialStore } from './accounts/postgres-credential-store.js';
import { PostgresSessionStore } from './accounts/postgres-session-store.js';
import { type ApprovalStores, approvalStores } from './approvals/approval-stores.js';
import { PostgresVerificationStore } from './assurance/postgres-verification-store.js';
import { PrismaAttestationStore } from './assurance/prisma-attestation-store.js';
import { PrismaStageStore } from './assurance/prisma-stage-store.js';
import { auditJobs, forgetMonths } from './audit/audit-jobs.js';
import { type AuditReader, PostgresAuditReader } from './audit/audit-reader.js';
import { adoptUnsignedChains } from './audit/left-chains.js';
import { openAudit } from './audit/open-audit.js';
import { PostgresAuthorizationRecords } from './authorization/postgres-authorization-records.js';
import { runStores } from './compositions/run-stores.js';
import { PostgresMaskedValues } from './content/postgres-masked-values.js';
import { type Database, openDatabase } from './database/open-database.js';
import { countReplicas } from './database/replicas.js';
import { startUpkeep } from './database/upkeep.js';
import { PostgresEmbeddingStore } from './discovery/postgres-embedding-store.js';
import { PostgresLearningStore } from './discovery/postgres-learning-store.js';
import { PostgresRuleStore } from './discovery/postgres-rule-store.js';
import { PostgresCandidateStore } from './evaluations/postgres-candidate-store.js';
import { PostgresEvaluationStore } from './evaluations/postgres-evaluation-store.js';
import { PostgresRecordedCalls } from './evaluations/postgres-recorded-calls.js';
import { PostgresSavedExampleStore } from './evaluations/postgres-saved-example-store.js';
import { PostgresChangeFeed } from './feed/postgres-change-feed.js';
import type { StoredChange } from './feed/states.js';
import { PostgresHierarchyStore } from './hierarchies/postgres-hierarchy-store.js';
import { PostgresTicketStore } from './hierarchies/postgres-ticket-store.js';
import { HolderLease } from './idempotency/holder-lease.js';
import { PostgresIdempotencyLedger } from './idempotency/postgres-idempotency-ledger.js';
import { PostgresCallLists } from './invocations/postgres-call-lists.js';
import { PostgresFeedbackStore } from './invocations/postgres-feedback-store.js';
import { PostgresLimitCounts } from './limits/postgres-limit-counts.js';
import { PostgresLimitStore } from './limits/postgres-limit-store.js';
import { PostgresUsageStore } from './limits/postgres-usage-store.js';
import { type NoticeStores, openNoticeStores } from './notices/notice-stores.js';
import { PostgresKeptOutputs } from './outputs/postgres-kept-outputs.js';
import { PostgresSessionTotals } from './outputs/postgres-session-totals.js';
import { PostgresOwnershipStore } from './ownership/postgres-ownership-store.js';
import { PostgresTeamStore } from './ownership/postgres-team-store.js';
import { PostgresUsedProofs } from './ownership/postgres-used-proofs.js';
import { PostgresPolicyStore } from './policies/postgres-policy-store.js';
import { PostgresRegistryServerStore } from './registry/postgres-registry-server-store.js';
import { PrismaMirrorStore } from './registry/prisma-mirror-store.js';
import { PostgresReplicaRegister } from './replicas/postgres-replica-register.js';
import { PostgresCallRollups } from './rollups/postgres-call-rollups.js';
import { PostgresRunJournal } from './runs/postgres-run-journal.js';
import { PostgresSagaStore } from './sagas/postgres-saga-store.js';
import { PostgresScheduledCalls } from './scheduled/postgres-scheduled-calls.js';
import { PrismaCapabilityStore } from './stores/prisma-capability-store.js';
import { PrismaCatalogueStore } from './stores/prisma-catalogue-store.js';
import { PrismaDefinitionCheckStore } from './stores/prisma-definition-check-store.js';
import { PrismaIdentityStore } from './stores/prisma-identity-store.js';
import { PrismaKeyStore } from './stores/prisma-key-store.js';
import { PrismaQuarantineStore } from './stores/prisma-quarantine-store.js';
import { PrismaReviewStore } from './stores/prisma-review-store.js';
import { PrismaRevocationStore } from './stores/prisma-revocation-store.js';
import { PostgresToolsetStore } from './toolsets/postgres-toolset-store.js';
import { PostgresEvidenceStore } from './trust/postgres-evidence-store.js';
import { PostgresRatingStore } from './trust/postgres-rating-store.js';
import { PostgresTrustOrder } from './trust/postgres-trust-order.js';
import { PostgresSecretReseal } from './vault/postgres-secret-reseal.js';
import { PrismaConnectionStore } from './vault/prisma-connection-store.js';

/** Parts that work in the background. */
type Part = 'audit' | 'feed' | 'keys' | 'upkeep';

export interface PersistenceOptions {
  /** A database that `migrate` has brought up to date. */
  readonly databaseUrl: string;
  readonly sealer: Sealer;
  /** Signs audit records and how far their chains have come. */
  readonly signer: Signer;
  readonly verifier: SignatureVerifier;
  readonly replicaId: string;
  /** Names where this process runs, one at a time: what one before it left unfinished is taken over at once. */
  readonly place?: string;
  /** Takes the recurring work of the audit log. */
  readonly jobs: Pick<Jobs, 'add'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Of trust, in days: the key that orders versions is written with it. Default 90. */
  readonly trustHalfLifeDays?: number;
  /** Within which audit records that nobody waits for are durable; default 100. */
  readonly flushWithinMs?: number;
  /** Called when records that this server wrote are gone from the audit log. */
  readonly onAuditShortened?: (problem: string) => void;
  /** Called for background failures that are retried. */
  readonly onProblem?: (part: Part, cause: unknown) => void;
}

export interface Persistence extends ApprovalStores {
  readonly identities: IdentityStore;
  readonly accounts: AccountStore;
  readonly credentials: CredentialStore;
  readonly accountSessions: SessionStore;
  readonly attempts: AttemptStore;
  readonly teams: TeamStore;
  readonly ownership: OwnershipStore;
  readonly usedProofs: UsedProofs;
  readonly authorizationRecords: AuthorizationRecords;
  readonly catalogue: CatalogueStore;
  readonly capabilities: CapabilityStore;
  readonly revocations: RevocationStore;
  readonly registryServers: RegistryServerStore;
  readonly mirrors: MirrorStore;
  readonly reviews: ReviewStore;
  readonly feedback: FeedbackStore;
  readonly recordedCalls: RecordedCallStore;
  readonly savedExamples: SavedExampleStore;
  readonly evaluations: EvaluationStore;
  readonly candidates: CandidateStore;
  readonly limits: LimitStore;
  readonly limitCounts: LimitCounts;
  readonly replicaRegister: ReplicaRegister;
  readonly policies: PolicyStore;
  readonly usage: UsageStore;
  readonly callRollups: CallRollups;
  readonly keys: RegistryKeyStore & PublisherKeyStore;
  readonly quarantines: QuarantineStore;
  readonly findings: FindingStore;
  readonly alerts: AlertStore;
  readonly behaviour: BehaviourStore;
  readonly looks: DefinitionCheckStore;
  readonly embeddings: EmbeddingStore;
  readonly learning: LearningStore;
  readonly rules: RuleStore;
  readonly hierarchies: HierarchyStore;
  readonly tickets: TicketStore;
  readonly toolsets: ToolsetStore;
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
  readonly trustOrder: TrustOrder;
  readonly verifications: VerificationStore;
  readonly stages: StageStore;
  readonly attestations: AttestationStore;
  readonly sagas: SagaStore;
  readonly runJournal: RunJournalStore;
  readonly compositionRuns: RunStore;
  readonly gaps: GapStore;
  readonly madeTools: MadeToolStore;
  readonly suspendedCalls: SuspendedCallStore;
  readonly callNotes: CallNoteStore;
  readonly questions: QuestionStore;
  readonly telling: NoticeStores;
  readonly keptOutputs: KeptOutputs;
  readonly maskedValues: MaskedValueStore;
  readonly sessionTotals: SessionTotals;
  readonly connections: ConnectionStore;
  readonly secretReseal: SecretReseal;
  readonly accepted: AcceptedCalls;
  readonly callLists: CallLists;
  readonly scheduledCalls: ScheduledCalls;
  readonly ledger: IdempotencyLedger;
  readonly audit: AuditLog;
  readonly auditReader: AuditReader;
  /** Removes whole months of the audit log whose every record is older than a time. */
  forgetAudit(before: number, signal: AbortSignal): Promise<void>;
  /** What of this server's own records has been found missing; null while nothing has. */
  auditProblem(): string | null;
  readonly pendingChanges: PendingChanges;
  /** How many servers are at work on this database, this one included. */
  replicas(): Promise<number>;
  readonly feed: ChangeFeed<StoredChange>;
  /** Resolves when the database answers and takes audit records. */
  ready(): Promise<void>;
  /** Writes what the audit log holds, stops the feed, closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** Everything behind core's ports on one database. Throws one sentence when the database cannot be used. */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { databaseUrl, sealer, signer, verifier, clock, random } = options;
  const problemIn = (part: Part) => (cause: unknown) => options.onProblem?.(part, cause);
  const database = await openReached(options);
  const { pool } = database;
  const { audit, checkpoints, pending, roller, auditProblem } = openAudit(pool, options, problemIn('audit'));
  await roller.start();
  const keys = new PrismaKeyStore(database);
  const reading = { pool, verifier, keys: () => keys.registryKeys() };
  const feed = new PostgresChangeFeed({ databaseUrl, database, sealer, clock, onProblem: problemIn('feed') });
  const lease = new HolderLease({
    pool,
    id: random.uuid(),
    place: options.place,
    clock,
    onProblem: problemIn('keys'),
  });
  const ledger = new PostgresIdempotencyLedger({ pool, lease });
  const accepted = new PostgresAcceptedCalls({ pool, lease });
  const left = { ...reading, signer, clock, ownChain: audit.chainId, onProblem: problemIn('audit') };
  const auditing = { ...left, audit, pending };
  for (const job of [...auditJobs(auditing), roller.job]) options.jobs.add(job);
  checkpoints.start();
  pending.start();
  const stopUpkeep = startUpkeep(pool, clock, problemIn('upkeep'));
  let closing: Promise<void> | undefined;
  const close = async () => {
    await ledger.close();
    await stopUpkeep();
    await pending.stop();
    await audit.close();
    await roller.close();
    await checkpoints.close();
    await feed.stop();
    await database.close();
  };
  return {
    ...storesOn(database, options),
    keys,
    runJournal: new PostgresRunJournal({ pool, lease }),
    accepted,
    ledger,
    audit,
    forgetAudit: (before: number, signal: AbortSignal) => forgetMonths(auditing, before, signal),
    auditProblem,
    auditReader: new PostgresAuditReader({ ...reading, end: () => checkpoints.end }),
    pendingChanges: pending,
    feed,
    ready: async () => {
      await database.ping();
      // Records that wait for a database that has come back are written first: calls with effects depend on it.
      if (audit.isFailing) await audit.flush();
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** The stores that are nothing but their tables. */
function storesOn(
  database: Database,
  { sealer, clock, random, place, replicaId, trustHalfLifeDays }: PersistenceOptions,
) {
  const { pool, prisma } = database;
  return {
    identities: new PrismaIdentityStore(prisma),
    ...accountStores(pool),
    teams: new PostgresTeamStore(pool),
    ownership: new PostgresOwnershipStore(pool, sealer),
    usedProofs: new PostgresUsedProofs(pool),
    authorizationRecords: new PostgresAuthorizationRecords(pool, sealer),
    catalogue: new PrismaCatalogueStore(database, sealer),
    capabilities: new PrismaCapabilityStore(prisma),
    revocations: new PrismaRevocationStore(prisma),
    registryServers: new PostgresRegistryServerStore(pool, clock.now),
    mirrors: new PrismaMirrorStore(prisma),
    reviews: new PrismaReviewStore(prisma),
    quarantines: new PrismaQuarantineStore(database),
    findings: new PrismaFindingStore(database),
    alerts: new PrismaAlertStore(prisma),
    behaviour: new PostgresBehaviourStore(pool),
    looks: new PrismaDefinitionCheckStore(database),
    embeddings: new PostgresEmbeddingStore(pool),
    learning: new PostgresLearningStore(pool),
    rules: new PostgresRuleStore(pool),
    hierarchies: new PostgresHierarchyStore(pool),
    tickets: new PostgresTicketStore(pool),
    toolsets: new PostgresToolsetStore(pool),
    evidence: new PostgresEvidenceStore(pool, trustHalfLifeDays),
    ratings: new PostgresRatingStore(pool),
    trustOrder: new PostgresTrustOrder(pool),
    verifications: new PostgresVerificationStore(pool),
    stages: new PrismaStageStore(prisma),
    attestations: new PrismaAttestationStore(prisma),
    ...approvalStores(pool, sealer),
    sagas: new PostgresSagaStore(pool, sealer),
    feedback: new PostgresFeedbackStore(pool),
    callLists: new PostgresCallLists(pool),
    scheduledCalls: new PostgresScheduledCalls(pool, sealer),
    recordedCalls: new PostgresRecordedCalls(pool),
    savedExamples: new PostgresSavedExampleStore(pool),
    evaluations: new PostgresEvaluationStore(pool),
    candidates: new PostgresCandidateStore(pool),
    limits: new PostgresLimitStore(pool),
    limitCounts: new PostgresLimitCounts(pool, place ?? replicaId),
    replicaRegister: new PostgresReplicaRegister(pool),
    policies: new PostgresPolicyStore(pool),
    usage: new PostgresUsageStore(pool),
    callRollups: new PostgresCallRollups(pool),
    replicas: () => countReplicas(pool),
    telling: openNoticeStores(pool, sealer, clock, random),
    ...runStores(pool, sealer),
    keptOutputs: new PostgresKeptOutputs(pool, sealer),
    maskedValues: new PostgresMaskedValues(pool, sealer),
    sessionTotals: new PostgresSessionTotals(pool),
    connections: new PrismaConnectionStore(prisma),
    secretReseal: new PostgresSecretReseal(pool, sealer),
  };
}

/** What sign-in of people needs. */
const accountStores = (pool: Database['pool']) => ({
  accounts: new PostgresAccountStore(pool),
  credentials: new PostgresCredentialStore(pool),
  accountSessions: new PostgresSessionStore(pool),
  attempts: new PostgresAttemptStore(pool),
});

/** A database that answers, with every chain of records signed. */
async function openReached({ databaseUrl, signer, clock }: PersistenceOptions): Promise<Database> {
  const database = openDatabase(databaseUrl);
  try {
    await database.ping();
    await adoptUnsignedChains(database.pool, signer, clock);
    return database;
  } catch (cause) {
    await database.close();
    throw cause;
  }
}
