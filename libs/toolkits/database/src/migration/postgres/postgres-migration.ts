import { gateDefinitions } from '../../gate/postgres/gate-definitions.js';
import { loadPostgresParser, type Parse } from '../../gate/postgres/gate-postgres.js';
import type { Transaction } from '../../transaction.js';
import { type MigrationDialect, probeRows } from '../migration-dialect.js';
import type { Step } from '../step.js';
import { postgresChanges, renamePostgres } from './postgres-changes.js';
import { createPostgres, quoted } from './postgres-create.js';
import { readPostgresShape } from './postgres-shape.js';

let parsing: Promise<Parse> | undefined;

export const postgresMigration: MigrationDialect = Object.freeze({
  copiesAll: false,
  isTransactional: true,
  async gate(text: string) {
    parsing ??= loadPostgresParser();
    return gateDefinitions(await parsing, text);
  },
  readShape: readPostgresShape,
  create: createPostgres,
  rename: renamePostgres,
  changes: postgresChanges,
  attempt,
  probe: {
    make: `CREATE TABLE assay_probe AS SELECT n AS id, md5(n::text) AS label FROM generate_series(1, ${probeRows}) n`,
    scan: 'SELECT count(*) FROM assay_probe WHERE label IS NULL OR id IS NULL',
    index: 'CREATE INDEX assay_probe_label ON assay_probe (label)',
    rewrite: 'ALTER TABLE assay_probe ALTER COLUMN id TYPE bigint',
    remove: 'DROP TABLE assay_probe',
  },
});

const isRetyping = ({ sql }: Step): boolean => [' ALTER COLUMN ', ' TYPE ', ' USING '].every((it) => sql.includes(it));

/** A table whose file is another one afterwards was rewritten. */
async function attempt(copy: Transaction, step: Step): Promise<Step> {
  const { table } = step;
  const file = async () =>
    table === null
      ? undefined
      : (
          await copy.all('SELECT relfilenode::text AS file FROM pg_class WHERE oid = to_regclass($1)', [quoted(table)])
        )[0]?.file;
  const before = await file();
  await copy.run(step.onCopy ?? step.sql, []);
  const after = await file();
  if (before !== undefined && after !== undefined && before !== after) return { ...step, work: 'rewrite' };
  // A new type that leaves the file as it is leaves every value as it is.
  return isRetyping(step) ? { ...step, losesData: false, note: null } : step;
}
