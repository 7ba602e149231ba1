import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryBounds } from '../gate/bounds.js';
import type { SqlSource } from '../sql-source.js';
import { openSqlite, rowsVisited } from './open-sqlite.js';

const signal = new AbortController().signal;
let folder: string;
let file: string;
let source: SqlSource;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
  file = join(folder, 'a.db');
  const database = new DatabaseSync(file);
  database.exec(
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB, c NUMERIC, big INTEGER); INSERT INTO t VALUES (1, x'00ff', 1.5, 9007199254740993)",
  );
  database.exec(
    'CREATE TABLE numbers AS WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 3000) SELECT n FROM s',
  );
  database.close();
  source = openSqlite({ file, writes: false });
});
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true });
});

const past = (sql: string, on = source) =>
  on.run(
    { sql, tables: [], unconditioned: [], columns: [], aliases: new Set(), joins: 0, depth: 0, parameters: 0 },
    [],
    signal,
  );

describe('SQLite behind the gate', () => {
  it('returns exact values', async () => {
    expect(await past('select * from t')).toMatchObject({
      columns: ['a', 'b', 'c', 'big'],
      rows: [[1, '\\x00ff', 1.5, '9007199254740993']],
    });
  });

  it.each([
    'delete from t',
    'insert into t (a) values (2)',
    'create table x (a)',
    "attach database '/tmp/assay-attached.db' as x",
    'pragma query_only = off',
    'vacuum',
    'select * from sqlite_schema',
    "select load_extension('x')",
    'select zeroblob(1000000000)',
    'with recursive s(n) as (select 1 union all select n + 1 from s) select count(*) from s',
    'begin exclusive',
  ])('its authorizer refuses %s', async (sql) => {
    await expect(past(sql)).rejects.toMatchObject({ reason: 'not_allowed' });
    expect((await past('select count(*) from t')).rows).toEqual([[1]]);
  });

  it('a statement that overruns is ended with its process, and the next one runs', async () => {
    const quick = openSqlite({ file, writes: false, bounds: { ...queryBounds, timeoutMs: 400 } });
    const endless = 'select count(*) from numbers a, numbers b, numbers c where a.n + b.n + c.n > 0';
    await expect(past(endless, quick)).rejects.toMatchObject({ reason: 'execution_timeout' });
    expect((await past('select 1', quick)).rows).toEqual([[1]]);
    await quick.close();
  }, 20_000);

  it('estimates the rows that nested scans visit', async () => {
    const { rows } = await source.estimate(await source.gate('select 1 from numbers x, numbers y'), [], signal);
    expect(rows).toBe(9_000_000);
    expect(
      rowsVisited(['SEARCH t USING INTEGER PRIMARY KEY (rowid=?)'], [{ name: 't', estimatedRows: 500 }], ['t']),
    ).toBe(1);
  });

  it('says that a file is not there', async () => {
    const absent = openSqlite({ file: join(folder, 'absent.db'), writes: false });
    await expect(absent.schema(signal)).rejects.toMatchObject({ reason: 'unavailable' });
    await absent.close();
  });
});
