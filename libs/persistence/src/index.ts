/** PostgreSQL behind core's ports: stores, audit log, change feed, migrations, and the embedded server. */

export { PostgresBehaviourStore } from './abuse/postgres-behaviour-store.js';
export { PostgresFindingStore } from './abuse/postgres-finding-store.js';
export { PrismaAlertStore } from './abuse/prisma-alert-store.js';
export { PostgresVerificationStore } from './assurance/postgres-verification-store.js';
export { PrismaAttestationStore } from './assurance/prisma-attestation-store.js';
export { PrismaStageStore } from './assurance/prisma-stage-store.js';
export type { AuditPage, AuditQuery, AuditReader, KeptInvocation, KeptRecord } from './audit/audit-reader.js';
export { PostgresAuditReader } from './audit/audit-reader.js';
export { AuditBacklogFull, type AuditLogOptions, PostgresAuditLog } from './audit/postgres-audit-log.js';
export { isDatabaseAway } from './database/database-away.js';
export { type MigrationReport, migrate } from './database/migrate.js';
export { type Database, openDatabase } from './database/open-database.js';
export { countReplicas } from './database/replicas.js';
export { ensurePartitions, pruneOutbox } from './database/upkeep.js';
export { PostgresEmbeddingStore } from './discovery/postgres-embedding-store.js';
export { PostgresLearningStore } from './discovery/postgres-learning-store.js';
export { PostgresRuleStore } from './discovery/postgres-rule-store.js';
export { openHome } from './embedded/home.js';
export { folderApart } from './embedded/place.js';
export {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/start-embedded-postgres.js';
export { type FeedOptions, PostgresChangeFeed } from './feed/postgres-change-feed.js';
export type { StoredChange } from './feed/states.js';
export { HolderLease } from './idempotency/holder-lease.js';
export { PostgresIdempotencyLedger } from './idempotency/postgres-idempotency-ledger.js';
export { type JobsOptions, PostgresJobs } from './jobs/postgres-jobs.js';
export { PostgresLimitStore } from './limits/postgres-limit-store.js';
export { PostgresUsageStore } from './limits/postgres-usage-store.js';
export { type NoticeStores, openNoticeStores } from './notices/notice-stores.js';
export { openPersistence, type Persistence, type PersistenceOptions } from './open-persistence.js';
export { PostgresOwnershipStore } from './ownership/postgres-ownership-store.js';
export { PostgresTeamStore } from './ownership/postgres-team-store.js';
export { PostgresUsedProofs } from './ownership/postgres-used-proofs.js';
export { PostgresRegistryServerStore } from './registry/postgres-registry-server-store.js';
export { PrismaMirrorStore } from './registry/prisma-mirror-store.js';
export { PostgresQuarantineStore } from './stores/postgres-quarantine-store.js';
export { PrismaCapabilityStore } from './stores/prisma-capability-store.js';
export { PrismaCatalogueStore } from './stores/prisma-catalogue-store.js';
export { PrismaIdentityStore } from './stores/prisma-identity-store.js';
export { PrismaKeyStore } from './stores/prisma-key-store.js';
export { PrismaLookStore } from './stores/prisma-look-store.js';
export { PrismaReviewStore } from './stores/prisma-review-store.js';
export { PrismaRevocationStore } from './stores/prisma-revocation-store.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
export { PostgresEvidenceStore } from './trust/postgres-evidence-store.js';
export { PostgresRatingStore } from './trust/postgres-rating-store.js';
export { PostgresTrustOrder, trustOrderPage, trustOrderValues } from './trust/postgres-trust-order.js';
