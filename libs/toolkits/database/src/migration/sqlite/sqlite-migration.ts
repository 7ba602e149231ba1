import { sqliteDialect } from '../../gate/subset/dialects.js';
import { gateSubsetDefinitions } from '../../gate/subset/gate-definitions.js';
import { type MigrationDialect, probeRows } from '../migration-dialect.js';
import { createSqlite, renameSqlite, sqliteChanges } from './sqlite-changes.js';
import { readSqliteShape } from './sqlite-shape.js';

export const sqliteMigration: MigrationDialect = Object.freeze({
  copiesAll: true,
  isTransactional: true,
  gate: async (text: string) => gateSubsetDefinitions(sqliteDialect, text),
  readShape: readSqliteShape,
  create: createSqlite,
  rename: renameSqlite,
  changes: sqliteChanges,
  attempt: async (copy, step) => {
    await copy.run(step.sql, []);
    return step;
  },
  probe: {
    make: `CREATE TABLE assay_probe AS WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${probeRows}) SELECT n AS id, hex(n * 7919) || ' label of a row' AS label FROM s`,
    scan: 'DELETE FROM assay_probe WHERE label IS NULL OR id IS NULL',
    index: 'CREATE INDEX assay_probe_label ON assay_probe (label)',
    rewrite: 'CREATE TABLE assay_probe_new AS SELECT * FROM assay_probe',
    remove: 'DROP TABLE assay_probe',
  },
} satisfies MigrationDialect);
