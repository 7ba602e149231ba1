export { PostgresAcceptedCalls } from './accepted/postgres-accepted-calls.js';
export { PostgresCallLists } from './invocations/postgres-call-lists.js';
export { PostgresLimitCounts } from './limits/postgres-limit-counts.js';
export { PostgresScheduledCalls } from './scheduled/postgres-scheduled-calls.js';
/**
 * PostgreSQL behind core's ports: stores, audit log, change feed, migrations, and the embedded server.
 *
 * A store uses one client, and its prefix tells which. `Prisma…`: single rows, simple lists, and a few tagged statements
 * that the client cannot express. `Postgres…`: SQL on the pool, for statements that are atomic, lock rows, aggregate, or are
 * on a measured path.
 */

export { PostgresBehaviourStore } from './abuse/postgres-behaviour-store.js';
export { PrismaAlertStore } from './abuse/prisma-alert-store.js';
export { PrismaFindingStore } from './abuse/prisma-finding-store.js';
export { PostgresAccountStore } from './accounts/postgres-account-store.js';
export { PostgresAttemptStore } from './accounts/postgres-attempt-store.js';
export { PostgresCredentialStore } from './accounts/postgres-credential-store.js';
export { PostgresSessionStore } from './accounts/postgres-session-store.js';
export { PostgresApprovalStore } from './approvals/postgres-approval-store.js';
export { PostgresStandingApprovals } from './approvals/postgres-standing-approvals.js';
export { PostgresVerificationStore } from './assurance/postgres-verification-store.js';
export { PrismaAttestationStore } from './assurance/prisma-attestation-store.js';
export { PrismaStageStore } from './assurance/prisma-stage-store.js';
export type { AuditPage, AuditQuery, AuditReader, KeptInvocation, KeptRecord } from './audit/audit-reader.js';
export { type AuditReaderOptions, PostgresAuditReader } from './audit/audit-reader.js';
export { Checkpoints } from './audit/checkpoints.js';
export { type AuditExport, type ExportQuery, hashedRecord } from './audit/export-records.js';
export { adoptUnsignedChains, closeLeftChains } from './audit/left-chains.js';
export { PostgresPendingChanges } from './audit/pending-changes.js';
export { AuditBacklogFull, type AuditLogOptions, PostgresAuditLog } from './audit/postgres-audit-log.js';
export { pruneOldestMonth } from './audit/prune-months.js';
export type { KeptReceipt } from './audit/receipt-at.js';
export type { VerifyOptions } from './audit/verify-chains.js';
export { PostgresAuthorizationRecords } from './authorization/postgres-authorization-records.js';
export { PostgresCallNoteStore } from './compositions/postgres-call-note-store.js';
export { PostgresQuestionStore } from './compositions/postgres-question-store.js';
export { PostgresRunStore } from './compositions/postgres-run-store.js';
export { PostgresSuspendedCallStore } from './compositions/postgres-suspended-call-store.js';
export { PostgresMaskedValues } from './content/postgres-masked-values.js';
export { PostgresGapStore } from './creation/postgres-gap-store.js';
export { PostgresMadeToolStore } from './creation/postgres-made-tool-store.js';
export { isDatabaseAway } from './database/database-away.js';
export { type MigrationReport, migrate } from './database/migrate.js';
export { readMigrations } from './database/migrations.js';
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
export { PostgresCandidateStore } from './evaluations/postgres-candidate-store.js';
export { PostgresEvaluationStore } from './evaluations/postgres-evaluation-store.js';
export { PostgresRecordedCalls } from './evaluations/postgres-recorded-calls.js';
export { PostgresSavedExampleStore } from './evaluations/postgres-saved-example-store.js';
export { type FeedOptions, PostgresChangeFeed } from './feed/postgres-change-feed.js';
export type { StoredChange } from './feed/states.js';
export { PostgresHierarchyStore } from './hierarchies/postgres-hierarchy-store.js';
export { PostgresTicketStore } from './hierarchies/postgres-ticket-store.js';
export { HolderLease } from './idempotency/holder-lease.js';
export { PostgresIdempotencyLedger } from './idempotency/postgres-idempotency-ledger.js';
export { PostgresFeedbackStore } from './invocations/postgres-feedback-store.js';
export { PostgresLimitStore } from './limits/postgres-limit-store.js';
export { PostgresUsageStore } from './limits/postgres-usage-store.js';
export { type NoticeStores, openNoticeStores } from './notices/notice-stores.js';
export { openPersistence, type Persistence, type PersistenceOptions } from './open-persistence.js';
export { PostgresKeptOutputs } from './outputs/postgres-kept-outputs.js';
export { PostgresSessionTotals } from './outputs/postgres-session-totals.js';
export { PostgresOwnershipStore } from './ownership/postgres-ownership-store.js';
export { PostgresTeamStore } from './ownership/postgres-team-store.js';
export { PostgresUsedProofs } from './ownership/postgres-used-proofs.js';
export { PostgresPolicyStore } from './policies/postgres-policy-store.js';
export { PostgresRegistryServerStore } from './registry/postgres-registry-server-store.js';
export { PrismaMirrorStore } from './registry/prisma-mirror-store.js';
export { PostgresReplicaRegister } from './replicas/postgres-replica-register.js';
export { CallRoller } from './rollups/call-roller.js';
export { PostgresCallRollups } from './rollups/postgres-call-rollups.js';
export { beginRollup, rollUpCalls } from './rollups/roll-up-calls.js';
export { PostgresRunJournal } from './runs/postgres-run-journal.js';
export { PostgresSagaStore } from './sagas/postgres-saga-store.js';
export { PrismaCapabilityStore } from './stores/prisma-capability-store.js';
export { PrismaCatalogueStore } from './stores/prisma-catalogue-store.js';
export { PrismaDefinitionCheckStore } from './stores/prisma-definition-check-store.js';
export { PrismaIdentityStore } from './stores/prisma-identity-store.js';
export { PrismaKeyStore } from './stores/prisma-key-store.js';
export { PrismaQuarantineStore } from './stores/prisma-quarantine-store.js';
export { PrismaReviewStore } from './stores/prisma-review-store.js';
export { PrismaRevocationStore } from './stores/prisma-revocation-store.js';
export { createTestDatabase, dropDatabase, type TestDatabase } from './test-database.js';
export { PostgresToolsetStore } from './toolsets/postgres-toolset-store.js';
export { PostgresEvidenceStore } from './trust/postgres-evidence-store.js';
export { PostgresRatingStore } from './trust/postgres-rating-store.js';
export { PostgresTrustOrder, trustOrderPage, trustOrderValues } from './trust/postgres-trust-order.js';
export { PostgresSecretReseal } from './vault/postgres-secret-reseal.js';
export { PrismaConnectionStore } from './vault/prisma-connection-store.js';
