/** Parts of the kit for tests and benchmarks; a running kit is reached over MCP only. */

export { Databases } from '../databases/databases.js';
export type { DatabaseSettings } from '../databases/settings.js';
export { readStatistics } from '../describe/statistics.js';
export { type QueryBounds, queryBounds } from '../gate/bounds.js';
export { type MigrationPlan, type MigrationRequest, planMigration } from '../migration/plan-migration.js';
export { MongoSource } from '../mongo/mongo-source.js';
export { openMysql } from '../mysql/open-mysql.js';
export { openPostgres } from '../postgres/open-postgres.js';
export { runQuery } from '../query/run-query.js';
export { createRole } from '../roles/create-role.js';
export type { Schema } from '../schema/schema.js';
export { createDatabaseServer } from '../server.js';
export type { SqlSource } from '../sql-source.js';
export { openSqlite } from '../sqlite/open-sqlite.js';
export { KeptRows } from '../write/kept-rows.js';
export { insertDocuments } from './insert-documents.js';
