import { mysqlDialect } from '../../gate/subset/dialects.js';
import { gateSubsetDefinitions } from '../../gate/subset/gate-definitions.js';
import { QueryRefusal } from '../../query-refusal.js';
import type { Transaction } from '../../transaction.js';
import { type MigrationDialect, probeRows } from '../migration-dialect.js';
import type { Step } from '../step.js';
import { createMysql, mysqlChanges, renameMysql } from './mysql-changes.js';
import { readMysqlShape } from './mysql-shape.js';

const digits =
  '(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';
const numbers = `(SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS n FROM ${digits} a, ${digits} b, ${digits} c, ${digits} d, (SELECT 0 AS n UNION ALL SELECT 1) e)`;

export const mysqlMigration: MigrationDialect = Object.freeze({
  copiesAll: false,
  isTransactional: false,
  gate: async (text: string) => gateSubsetDefinitions(mysqlDialect, text),
  readShape: readMysqlShape,
  create: createMysql,
  rename: renameMysql,
  changes: mysqlChanges,
  attempt,
  probe: {
    make: `CREATE TABLE assay_probe AS SELECT n AS id, md5(n) AS label FROM ${numbers} numbers LIMIT ${probeRows}`,
    scan: 'DELETE FROM assay_probe WHERE label IS NULL OR id IS NULL',
    index: 'ALTER TABLE assay_probe ADD KEY assay_probe_label (label)',
    rewrite: 'ALTER TABLE assay_probe MODIFY COLUMN id BIGINT, ALGORITHM=COPY',
    remove: 'DROP TABLE assay_probe',
  },
} satisfies MigrationDialect);

/** From the least disturbing way to the worst; the server refuses those that it cannot go. */
const ways: readonly (readonly [string, Partial<Step>])[] = [
  ['ALGORITHM=INSTANT', { lock: 'metadata, for a moment', blocks: 'nothing', work: 'catalog' }],
  ['ALGORITHM=INPLACE, LOCK=NONE', { lock: 'NONE', blocks: 'nothing' }],
  ['ALGORITHM=INPLACE, LOCK=SHARED', { lock: 'SHARED', blocks: 'writes' }],
  ['ALGORITHM=COPY, LOCK=SHARED', { lock: 'SHARED', blocks: 'writes', work: 'rewrite' }],
];

/** The statement names the way that worked, so that the real server refuses rather than takes a worse one. */
async function attempt(copy: Transaction, step: Step): Promise<Step> {
  if (!/^ALTER TABLE .* (?:ADD|DROP|MODIFY) /s.test(step.sql)) {
    await copy.run(step.sql, []);
    return step;
  }
  for (const [way, cost] of ways) {
    const sql = `${step.sql}, ${way}`;
    try {
      await copy.run(sql, []);
      return { ...step, ...cost, sql };
    } catch (error) {
      const isWay = error instanceof QueryRefusal && /ER_ALTER_OPERATION_NOT_SUPPORTED/.test(String(error.report.code));
      if (!isWay || way === ways.at(-1)?.[0]) throw error;
    }
  }
  return step;
}
