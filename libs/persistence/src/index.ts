/** PostgreSQL behind core's ports: stores, audit log, change feed, migrations, and the embedded server. */
export type { AuditPage, AuditQuery, AuditReader, KeptInvocation, KeptRecord } from './audit/audit-reader.js';
export { PostgresAuditReader } from './audit/audit-reader.js';
export { AuditBacklogFull, type AuditLogOptions, PostgresAuditLog } from './audit/postgres-audit-log.js';
export { isDatabaseAway } from './database/database-away.js';
export { type MigrationReport, migrate } from './database/migrate.js';
export { type Database, openDatabase } from './database/open-database.js';
export { ensurePartitions, pruneOutbox } from './database/upkeep.js';
export { openHome } from './embedded/home.js';
export { folderApart } from './embedded/place.js';
export {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/start-embedded-postgres.js';
export { type FeedOptions, PostgresChangeFeed } from './feed/postgres-change-feed.js';
export type { StoredChange } from './feed/states.js';
export { openPersistence, type Persistence, type PersistenceOptions } from './open-persistence.js';
export { PrismaCatalogueStore } from './stores/prisma-catalogue-store.js';
export { PrismaIdentityStore } from './stores/prisma-identity-store.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
