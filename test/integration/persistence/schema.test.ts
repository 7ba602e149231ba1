import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type Database, openDatabase, type TestDatabase } from '@assay/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeclaredTable, parseSchema } from './prisma-schema.js';

const declared = parseSchema(readFileSync(join(import.meta.dirname, '../../../prisma/schema.prisma'), 'utf8'));

/** Tables that are there, without partitions and Prisma's own. */
const tables = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname <> '_prisma_migrations'`;
const columns = `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable
  FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`;
/** Partial indexes are left out: Prisma's language has no word for them. */
const indexes = `SELECT indisprimary AS primary, indisunique AS unique,
    (SELECT array_agg(attname || CASE WHEN indoption[place - 1] & 1 = 1 THEN ' DESC' ELSE '' END ORDER BY place)
     FROM unnest(indkey::int2[]) WITH ORDINALITY AS part (number, place)
     JOIN pg_attribute ON attrelid = indrelid AND attnum = number)::text[] AS columns
  FROM pg_index WHERE indrelid = $1::regclass AND indpred IS NULL`;
const foreignKeys = `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
  WHERE conrelid = $1::regclass AND contype = 'f' AND conparentid = 0`;

async function rows<Row>(database: Database, text: string, ...values: string[]): Promise<Row[]> {
  return (await database.pool.query(text, values)).rows as Row[];
}

async function describeTable(database: Database, name: string): Promise<DeclaredTable> {
  type Index = { primary: boolean; unique: boolean; columns: string[] };
  const all = await rows<Index>(database, indexes, name);
  const joined = (wanted: (index: Index) => boolean) =>
    all
      .filter(wanted)
      .map((index) => index.columns.join(', '))
      .toSorted();
  const keys = await rows<{ text: string }>(database, foreignKeys, name);
  return {
    name,
    columns: Object.fromEntries(
      (await rows<{ name: string; type: string; nullable: boolean }>(database, columns, name)).map(
        ({ name: column, type, nullable }) => [column, { type, nullable }],
      ),
    ),
    primaryKey: all.find((index) => index.primary)?.columns ?? [],
    uniques: joined((index) => index.unique && !index.primary),
    indexes: joined((index) => !index.unique),
    foreignKeys: keys
      .map(({ text }) => text.replace(/^FOREIGN KEY \((.*?)\) REFERENCES (\w+\(.*?\)).*$/, '$1 -> $2'))
      .toSorted(),
  };
}

describe('schema.prisma and the migrations', () => {
  let migrated: TestDatabase;
  let database: Database;

  // It is only read, so all tests share it.
  beforeAll(async () => {
    migrated = await createTestDatabase();
    database = openDatabase(migrated.url, 2);
  });

  afterAll(async () => {
    await database?.close();
    await migrated?.drop();
  });

  it('name the same tables', async () => {
    const present = await rows<{ name: string }>(database, tables);
    expect(present.map(({ name }) => name).toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
  });

  it.each(declared.map((table) => [table.name, table] as const))('agree on %s', async (name, table) => {
    expect(await describeTable(database, name)).toEqual(table);
  });

  it.each(declared.map((table) => [table.name, table] as const))(
    'give every row of %s its organisation',
    (name, table) => {
      const nullable = [
        'audit_checkpoints',
        'audit_groups',
        'audit_records',
        'authorization_records',
        'call_rollup_cursors',
        'domain_proofs',
        'durable_runs',
        'evidence_batches',
        'idempotency_holders',
        'invocations',
        'limit_counts',
        'replicas',
        'sign_in_challenges',
        'sign_in_failures',
        'trust_formula',
      ].includes(name);
      expect(table.columns.organisation_id).toEqual({ type: 'uuid', nullable });
    },
  );
});
