import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SqlSource } from '../sql-source.js';
import { openSqlite } from '../sqlite/open-sqlite.js';
import { type MigrationRequest, planMigration } from './plan-migration.js';

const signal = new AbortController().signal;
const table = (name: string) => ({ schema: null, name });
let folder: string;
let file: string;
let source: SqlSource;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-plan-'));
  file = join(folder, 'a.db');
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, CHECK (length(name) > 0));
    CREATE TABLE orders (id INTEGER PRIMARY KEY, person INTEGER REFERENCES people (id), total NUMERIC DEFAULT 0);
    CREATE INDEX orders_person ON orders (person);
    INSERT INTO people VALUES (1, 'Ann', 'x'), (2, 'Bo', NULL);
    INSERT INTO orders VALUES (1, 1, 5), (2, 2, 6);
    CREATE TRIGGER orders_total AFTER INSERT ON orders BEGIN UPDATE orders SET total = 1 WHERE id = new.id; END;`);
  database.close();
  source = openSqlite({ file, writes: false });
});
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true });
});

const plan = (desired: string, rest: Partial<MigrationRequest> = {}) =>
  planMigration(source, { desired, renames: [], drops: [], ...rest }, () => 1_000_000, signal);

/** Runs a plan on a copy of the file, and returns its tables as SQLite has them afterwards. */
function run(...statements: readonly string[]): { sql: string; people: unknown[]; orders: unknown[] } {
  copyFileSync(file, join(folder, 'copy.db'));
  const copy = new DatabaseSync(join(folder, 'copy.db'));
  try {
    copy.exec('PRAGMA foreign_keys = OFF');
    for (const sql of statements) copy.exec(sql);
    const rows = (name: string) => copy.prepare(`SELECT * FROM ${name} ORDER BY id`).all();
    const sql = copy.prepare("SELECT group_concat(sql, ';') AS sql FROM sqlite_schema").get() as { sql: string };
    return { sql: sql.sql, people: rows('people'), orders: rows('orders') };
  } finally {
    copy.close();
    rmSync(join(folder, 'copy.db'), { force: true });
  }
}
const textsOf = (steps: readonly { sql: string }[]) => steps.map((it) => it.sql);

const people = 'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, CHECK (length(name) > 0)';

describe('a plan of a migration', () => {
  it('adds a column without touching the rows, and takes it back', async () => {
    const { up, down, isTransactional, copied } = await plan(
      "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, country TEXT NOT NULL DEFAULT 'DE', CHECK (length(name) > 0))",
    );
    expect(up).toMatchObject([{ sql: expect.stringContaining('ADD COLUMN "country"'), work: 'catalog' }]);
    expect([isTransactional, copied]).toEqual([true, ['orders', 'people']]);
    expect(run(...textsOf(up)).people).toMatchObject([{ name: 'Ann', country: 'DE' }, { country: 'DE' }]);
    expect(down.some((it) => it.losesData)).toBe(true);
    expect(run(...textsOf(up), ...textsOf(down)).people).toEqual([
      { id: 1, name: 'Ann', note: 'x' },
      { id: 2, name: 'Bo', note: null },
    ]);
  });

  it('rebuilds a table where SQLite cannot alter it, and keeps rows, indexes and triggers', async () => {
    const { up, down } = await plan(
      `CREATE TABLE orders (id INTEGER PRIMARY KEY, person INTEGER NOT NULL REFERENCES people (id), total NUMERIC DEFAULT 0);
       CREATE INDEX orders_person ON orders (person); CREATE UNIQUE INDEX orders_both ON orders (person, total)`,
    );
    expect(up.map((it) => it.work)).toEqual(['catalog', 'rewrite', 'scan', 'catalog', 'index', 'index', 'catalog']);
    const { sql, orders } = run(...textsOf(up));
    for (const part of ['"person" INTEGER NOT NULL', 'orders_both', 'TRIGGER orders_total'])
      expect(sql).toContain(part);
    expect(orders).toMatchObject([{ total: 5 }, { total: 6 }]);
    expect(run(...textsOf(up), ...textsOf(down)).sql).not.toMatch(/NOT NULL REFERENCES|orders_both/);
  });

  it('runs nothing on the database', async () => {
    const before = new DatabaseSync(file, { readOnly: true });
    const schema = before.prepare('SELECT sql FROM sqlite_schema ORDER BY 1').all();
    await plan('CREATE TABLE extra (id INTEGER PRIMARY KEY)');
    expect(before.prepare('SELECT sql FROM sqlite_schema ORDER BY 1').all()).toEqual(schema);
    before.close();
  });

  it('removes only what drops name', async () => {
    const without = 'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, CHECK (length(name) > 0))';
    await expect(plan(without)).rejects.toThrow(/no column "note".*Name it in drops/);
    const { up } = await plan(without, { drops: [{ table: table('people'), column: 'note' }] });
    expect(up.filter((it) => it.losesData)).toHaveLength(1);
    expect(run(...textsOf(up)).people).toEqual([
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bo' },
    ]);
  });

  it('keeps the values of what is renamed', async () => {
    const { up, down } = await plan(people.replace('note', 'remark').concat(')'), {
      renames: [{ table: table('people'), column: 'note', to: 'remark' }],
    });
    expect(textsOf(up)).toEqual(['ALTER TABLE "people" RENAME COLUMN "note" TO "remark"']);
    expect(textsOf(down)).toEqual(['ALTER TABLE "people" RENAME COLUMN "remark" TO "note"']);
  });

  it('estimates by the rows of the table and what a row took on the copy', async () => {
    const { up, rates } = await plan(`${people}); CREATE INDEX people_name ON people (name)`);
    expect(up).toMatchObject([{ work: 'index', estimatedMs: Math.max(50, Math.round(1_000 * rates.index)) }]);
    expect(rates.index).toBeGreaterThan(0);
  });

  it('has no step when nothing differs', async () => {
    expect(await plan(`${people})`)).toMatchObject({ up: [], down: [] });
  });

  it.each([
    ['another statement', 'DROP TABLE people'],
    ['a write', 'INSERT INTO people VALUES (3)'],
    ['a table from a query', 'CREATE TABLE x AS SELECT * FROM people'],
    ['another file', "ATTACH '/tmp/x.db' AS x"],
    ['a copy of the file', "VACUUM INTO '/tmp/x.db'"],
    ['a setting', 'PRAGMA writable_schema = on'],
    ['a virtual table', 'CREATE VIRTUAL TABLE x USING fts5(a)'],
    ['a trigger', 'CREATE TRIGGER x AFTER INSERT ON people BEGIN DELETE FROM people; END'],
    ['a view', 'CREATE VIEW x AS SELECT 1'],
    ['a query in a check', 'CREATE TABLE x (a CHECK (a IN (SELECT id FROM people)))'],
    ['a function in a default', "CREATE TABLE x (a DEFAULT (load_extension('x')))"],
    ['a table of another database', 'CREATE TABLE main.x (a)'],
    ['a comment', 'CREATE TABLE x (a /* , b */)'],
    ['a statement hidden in a quotation', "CREATE TABLE x (a DEFAULT '); DROP TABLE people; --')); DROP TABLE people"],
  ])('refuses %s', async (_, desired) => {
    await expect(plan(desired)).rejects.toThrow(/not_allowed|parse_error/);
  });

  it.each([
    ['a table that is not there', { drops: [{ table: table('absent'), column: null }] }, /no table "absent"/],
    ['a column that is not there', { renames: [{ table: table('people'), column: 'x', to: 'y' }] }, /no column "x"/],
    [
      'a rename without the wanted state',
      { renames: [{ table: table('people'), column: null, to: 'x' }] },
      /Write in desired/,
    ],
  ])('refuses %s', async (_, rest, message) => {
    await expect(plan('', rest)).rejects.toThrow(message);
  });
});
