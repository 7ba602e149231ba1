import type {
  AlertStore,
  AttestationStore,
  AuditLog,
  BehaviourStore,
  CapabilityStore,
  CatalogueStore,
  ChangeFeed,
  Clock,
  EmbeddingStore,
  EvidenceStore,
  FindingStore,
  IdempotencyLedger,
  IdentityStore,
  Jobs,
  LearningStore,
  LimitStore,
  LookStore,
  MirrorStore,
  OwnershipStore,
  PublisherKeyStore,
  QuarantineStore,
  Random,
  RatingStore,
  RegistryKeyStore,
  RegistryServerStore,
  ReviewStore,
  RevocationStore,
  RuleStore,
  Sealer,
  StageStore,
  TeamStore,
  TrustOrder,
  UsageStore,
  UsedProofs,
  VerificationStore,
} from '@assay/core';
import { PostgresBehaviourStore } from './abuse/postgres-behaviour-store.js';
import { PostgresFindingStore } from './abuse/postgres-finding-store.js';
import { PrismaAlertStore } from './abuse/prisma-alert-store.js';
import { PostgresVerificationStore } from './assurance/postgres-verification-store.js';
import { PrismaAttestationStore } from './assurance/prisma-attestation-store.js';
import { PrismaStageStore } from './assurance/prisma-stage-store.js';
import { type AuditReader, PostgresAuditReader } from './audit/audit-reader.js';
import { PostgresAuditLog } from './audit/postgres-audit-log.js';
import { openDatabase } from './database/open-database.js';
import { countReplicas } from './database/replicas.js';
import { startUpkeep } from './database/upkeep.js';
import { PostgresEmbeddingStore } from './discovery/postgres-embedding-store.js';
import { PostgresLearningStore } from './discovery/postgres-learning-store.js';
import { PostgresRuleStore } from './discovery/postgres-rule-store.js';
import { PostgresChangeFeed } from './feed/postgres-change-feed.js';
import type { StoredChange } from './feed/states.js';
import { HolderLease } from './idempotency/holder-lease.js';
import { PostgresIdempotencyLedger } from './idempotency/postgres-idempotency-ledger.js';
import { PostgresJobs } from './jobs/postgres-jobs.js';
import { PostgresLimitStore } from './limits/postgres-limit-store.js';
import { PostgresUsageStore } from './limits/postgres-usage-store.js';
import { type NoticeStores, openNoticeStores } from './notices/notice-stores.js';
import { PostgresOwnershipStore } from './ownership/postgres-ownership-store.js';
import { PostgresTeamStore } from './ownership/postgres-team-store.js';
import { PostgresUsedProofs } from './ownership/postgres-used-proofs.js';
import { PostgresRegistryServerStore } from './registry/postgres-registry-server-store.js';
import { PrismaMirrorStore } from './registry/prisma-mirror-store.js';
import { PostgresQuarantineStore } from './stores/postgres-quarantine-store.js';
import { PrismaCapabilityStore } from './stores/prisma-capability-store.js';
import { PrismaCatalogueStore } from './stores/prisma-catalogue-store.js';
import { PrismaIdentityStore } from './stores/prisma-identity-store.js';
import { PrismaKeyStore } from './stores/prisma-key-store.js';
import { PrismaLookStore } from './stores/prisma-look-store.js';
import { PrismaReviewStore } from './stores/prisma-review-store.js';
import { PrismaRevocationStore } from './stores/prisma-revocation-store.js';
import { PostgresEvidenceStore } from './trust/postgres-evidence-store.js';
import { PostgresRatingStore } from './trust/postgres-rating-store.js';
import { PostgresTrustOrder } from './trust/postgres-trust-order.js';

/** Parts that work in the background. */
type Part = 'audit' | 'feed' | 'jobs' | 'keys' | 'upkeep';

export interface PersistenceOptions {
  /** A database that `migrate` has brought up to date. */
  readonly databaseUrl: string;
  readonly sealer: Sealer;
  readonly replicaId: string;
  /** Names where this process runs, one at a time: what one before it left unfinished is taken over at once. */
  readonly place?: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Of trust, in days: the key that orders versions is written with it. Default 90. */
  readonly trustHalfLifeDays?: number;
  /** Within which audit records that nobody waits for are durable; default 100. */
  readonly flushWithinMs?: number;
  /** Told of what goes wrong in the background and is tried again. */
  readonly onProblem?: (part: Part, cause: unknown) => void;
}

export interface Persistence {
  readonly identities: IdentityStore;
  readonly teams: TeamStore;
  readonly ownership: OwnershipStore;
  readonly usedProofs: UsedProofs;
  readonly catalogue: CatalogueStore;
  readonly capabilities: CapabilityStore;
  readonly revocations: RevocationStore;
  readonly registryServers: RegistryServerStore;
  readonly mirrors: MirrorStore;
  readonly reviews: ReviewStore;
  readonly jobs: Jobs;
  readonly limits: LimitStore;
  readonly usage: UsageStore;
  readonly keys: RegistryKeyStore & PublisherKeyStore;
  readonly quarantines: QuarantineStore;
  readonly findings: FindingStore;
  readonly alerts: AlertStore;
  readonly behaviour: BehaviourStore;
  readonly looks: LookStore;
  readonly embeddings: EmbeddingStore;
  readonly learning: LearningStore;
  readonly rules: RuleStore;
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
  readonly trustOrder: TrustOrder;
  readonly verifications: VerificationStore;
  readonly stages: StageStore;
  readonly attestations: AttestationStore;
  readonly telling: NoticeStores;
  readonly ledger: IdempotencyLedger;
  readonly audit: AuditLog;
  readonly auditReader: AuditReader;
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
  const { databaseUrl, sealer, replicaId, clock, random, flushWithinMs } = options;
  const problemIn = (part: Part) => (cause: unknown) => options.onProblem?.(part, cause);
  const database = openDatabase(databaseUrl);
  try {
    await database.ping();
  } catch (cause) {
    await database.close();
    throw cause;
  }
  const { pool, prisma } = database;
  const audit = new PostgresAuditLog({ pool, replicaId, clock, random, flushWithinMs, onProblem: problemIn('audit') });
  const feed = new PostgresChangeFeed({ databaseUrl, database, sealer, clock, onProblem: problemIn('feed') });
  const jobs = new PostgresJobs({ pool, replicaId, clock, onProblem: problemIn('jobs') });
  const lease = new HolderLease({
    pool,
    id: random.uuid(),
    place: options.place,
    clock,
    onProblem: problemIn('keys'),
  });
  const ledger = new PostgresIdempotencyLedger({ pool, lease });
  const stopUpkeep = startUpkeep(pool, clock, problemIn('upkeep'));
  let closing: Promise<void> | undefined;
  const close = async () => {
    await jobs.stop();
    await ledger.close();
    await stopUpkeep();
    await audit.close();
    await feed.stop();
    await database.close();
  };
  return {
    identities: new PrismaIdentityStore(prisma),
    teams: new PostgresTeamStore(pool),
    ownership: new PostgresOwnershipStore(pool),
    usedProofs: new PostgresUsedProofs(pool),
    catalogue: new PrismaCatalogueStore(database, sealer),
    capabilities: new PrismaCapabilityStore(prisma),
    revocations: new PrismaRevocationStore(prisma),
    registryServers: new PostgresRegistryServerStore(pool, clock.now),
    mirrors: new PrismaMirrorStore(prisma),
    reviews: new PrismaReviewStore(prisma),
    keys: new PrismaKeyStore(database),
    quarantines: new PostgresQuarantineStore(database),
    findings: new PostgresFindingStore(database),
    alerts: new PrismaAlertStore(prisma),
    behaviour: new PostgresBehaviourStore(pool),
    looks: new PrismaLookStore(database),
    embeddings: new PostgresEmbeddingStore(pool),
    learning: new PostgresLearningStore(pool),
    rules: new PostgresRuleStore(pool),
    evidence: new PostgresEvidenceStore(pool, options.trustHalfLifeDays),
    ratings: new PostgresRatingStore(pool),
    trustOrder: new PostgresTrustOrder(pool),
    verifications: new PostgresVerificationStore(database),
    stages: new PrismaStageStore(prisma),
    attestations: new PrismaAttestationStore(prisma),
    jobs,
    limits: new PostgresLimitStore(pool),
    usage: new PostgresUsageStore(pool),
    replicas: () => countReplicas(pool),
    telling: openNoticeStores(pool, sealer, clock, random),
    ledger,
    audit,
    auditReader: new PostgresAuditReader(pool),
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
