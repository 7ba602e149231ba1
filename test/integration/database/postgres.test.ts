import {
  createRole,
  openPostgres,
  planMigration,
  queryBounds,
  readStatistics,
  runQuery,
  type Schema,
  type SqlSource,
} from '@assay/kit-database/testing';
import { openDatabase } from '@assay/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KitClient, startKitClient } from './kit-client.js';
import { makeTables, manyChanges, migrated, testsOfMigrations } from './migrations.js';
import { type PostgresForKit, startPostgresForKit } from './postgres-server.js';
import { shopStatements } from './shop.js';
import { testsOfWrites } from './writes.js';

let server: PostgresForKit;
let readerUrl: string;
let source: SqlSource;
let schema: Schema;
const signal = new AbortController().signal;

async function asOwner(sql: string) {
  const database = openDatabase(server.ownerUrl, 1);
  try {
    return (await database.pool.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  server = await startPostgresForKit();
  await asOwner(shopStatements);
  readerUrl = await createRole({ url: server.ownerUrl, name: 'assay_reader', purpose: 'reader' });
  await asOwner('REVOKE SELECT ON secrets FROM assay_reader');
  source = openPostgres({ url: readerUrl, writerUrl: null });
  schema = await source.schema(signal);
}, 60_000);

afterAll(async () => {
  await source.close();
  await server.stop();
});

const ask = (sql: string, parameters: readonly unknown[] = [], on = source) =>
  runQuery({ source: on, schema, now: () => performance.now() }, sql, parameters, signal);

describe('the schema', () => {
  it('has what the role may read, with keys, checks, values and comments', () => {
    const table = (name: string) => schema.tables.find((it) => it.name === name);
    expect(table('secrets')).toBeUndefined();
    expect(table('customers')).toMatchObject({
      comment: 'people who bought something',
      primaryKey: ['id'],
      uniques: [['email']],
      estimatedRows: 50,
    });
    expect(table('orders')).toMatchObject({
      foreignKeys: [{ columns: ['customer_id'], table: 'customers', referenced: ['id'] }],
      indexes: [{ name: 'orders_customer', columns: ['customer_id'] }],
      checks: [{ expression: 'total > 0::numeric' }],
    });
    expect(table('orders')?.columns.find((it) => it.name === 'status')).toMatchObject({
      values: ['pending', 'shipped', 'delivered'],
      nullable: false,
    });
  });

  it('has statistics whose samples are masked', async () => {
    const customers = schema.tables.find((it) => it.name === 'customers')!;
    const { columns, samples } = await readStatistics(source, customers, 2, signal);
    expect(columns.country?.common.map((it) => it.value).sort()).toEqual(['DE', 'FR']);
    expect(samples).toHaveLength(2);
    expect(JSON.stringify(samples)).not.toMatch(/example\.com|Name/);
  });
});

describe('a query', () => {
  it('answers with columns, exact numbers and the time it took', async () => {
    const answer = await ask(
      'select id, total, status, created_at from orders where customer_id = $1 order by id limit 2',
      [2],
    );
    expect(answer).toMatchObject({
      columns: ['id', 'total', 'status', 'created_at'],
      rows: [
        [1, '11.00', 'shipped', '2026-01-01 01:00:00+00'],
        [51, '61.00', 'pending', expect.any(String)],
      ],
      rowCount: 2,
      truncated: false,
    });
  });

  it('is cut after the rows of the bounds and says so', async () => {
    const { rowCount, truncated } = await ask('select id from big where id < 5000');
    expect({ rowCount, truncated }).toEqual({ rowCount: 1_000, truncated: true });
  });

  it('does not read a large table without a condition, unless its plan reads little of it', async () => {
    await expect(ask('select count(*) from big')).rejects.toMatchObject({ reason: 'query_too_complex' });
    expect((await ask('select id from big order by id desc limit 3')).rows).toEqual([[150000], [149999], [149998]]);
  });

  it('is refused by the cost of its plan', async () => {
    await expect(
      ask('select count(*) from big a join big b on a.value < b.value where a.id > 0'),
    ).rejects.toMatchObject({ reason: 'estimated_cost_too_high' });
  });

  it.each([
    ['a table of another role', 'select * from secrets', 'unknown_name'],
    ['a system column', 'select xmin from orders where id = 1', 'unknown_name'],
    ['a function written as a column', 'select o.pg_column_size from orders o where o.id = 1', 'unknown_name'],
    ['a cast written as a column', 'select (o).text from orders o where id = 1', 'unknown_name'],
    ['division by zero', 'select 1 / (id - id) from orders where id = 1', 'execution_error'],
    ['a value of the wrong type', 'select name::int from customers where id = 1', 'execution_error'],
  ])('is refused for %s, without data in the message', async (_, sql, reason) => {
    const error = await ask(sql).catch((it: unknown) => it);
    expect(error).toMatchObject({ reason });
    expect((error as Error).message).not.toMatch(/Name 1|hunter2/);
  });
});

describe('behind the gate', () => {
  /** A statement that the gate would refuse, sent to the same session as a gated one. */
  const past = (sql: string, on = source) =>
    on.run(
      { sql, tables: [], unconditioned: [], columns: [], aliases: new Set(), joins: 0, depth: 0, parameters: 0 },
      [],
      signal,
    );

  it.each([
    ['a write', 'with d as (delete from tags returning *) select * from d'],
    ['a write of a function with its owner’s rights', "select writes('x')"],
    ['such a function in a view', 'select * from sneaky'],
    ['a sequence', "select nextval('counter')"],
    ['a sequence in a view', 'select * from counting'],
    ['reading a file', "select pg_read_file('/etc/passwd')"],
    ['a large object', "select lo_import('/etc/passwd')"],
    ['another role', "select set_config('role', 'postgres', false)"],
    ['ending others', 'select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user'],
    ['two statements', 'select 1; select 2'],
    ['leaving the transaction', 'commit; delete from tags'],
  ])('the server refuses %s', async (_, sql) => {
    await past(sql).catch(() => {});
    expect(
      await asOwner('select count(*)::int as tags, (select last_value::int from counter) as counter from tags'),
    ).toEqual([{ tags: 2, counter: 1 }]);
  });

  it('nothing of one statement’s session is left for the next', async () => {
    await past(
      "select set_config('search_path', 'pg_catalog', false), set_config('default_transaction_read_only', 'off', false), set_config('statement_timeout', '0', false)",
    );
    await past('select pg_advisory_lock(7)');
    const { rows } = await past(
      "select current_setting('search_path'), current_setting('statement_timeout'), (select count(*)::int from pg_locks where locktype = 'advisory')",
    );
    expect(rows).toEqual([['public', '10s', 0]]);
  });

  it('a statement that overruns is ended, also while it is planned, and its session is gone', async () => {
    const quick = openPostgres({ url: readerUrl, writerUrl: null, bounds: { ...queryBounds, timeoutMs: 300 } });
    const estimate = (sql: string) =>
      quick.estimate(
        { sql, tables: [], unconditioned: [], columns: [], aliases: new Set(), joins: 0, depth: 0, parameters: 0 },
        [],
        signal,
      );
    await expect(past('select pg_sleep(30)', quick)).rejects.toMatchObject({ reason: 'execution_timeout' });
    await expect(estimate('select sleepy(1)')).rejects.toMatchObject({ reason: 'execution_timeout' });
    await expect(past("select set_config('statement_timeout', '0', true), pg_sleep(30)", quick)).rejects.toMatchObject({
      reason: 'execution_timeout',
    });
    await quick.close();
    expect(
      await asOwner("select query from pg_stat_activity where usename = 'assay_reader' and state = 'active'"),
    ).toEqual([]);
  }, 20_000);

  it('an answer that is too large is ended from outside', async () => {
    await expect(past("select repeat('x', 60000000)")).rejects.toMatchObject({ reason: 'result_too_large' });
  });

  it('a cancelled call ends its statement', async () => {
    const cancelling = new AbortController();
    const running = source.run(
      {
        sql: 'select pg_sleep(30)',
        tables: [],
        unconditioned: [],
        columns: [],
        aliases: new Set(),
        joins: 0,
        depth: 0,
        parameters: 0,
      },
      [],
      cancelling.signal,
    );
    cancelling.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
  });
});

describe('the reader', () => {
  it('is refused when it could write', async () => {
    const owner = openPostgres({ url: server.ownerUrl, writerUrl: null });
    await expect(owner.schema(signal)).rejects.toMatchObject({
      reason: 'unavailable',
      report: { role: expect.arrayContaining([expect.stringMatching(/superuser/)]) },
    });
    await owner.close();
    const writer = await createRole({ url: server.ownerUrl, name: 'assay_writer', purpose: 'writer' });
    const asReader = openPostgres({ url: writer, writerUrl: null });
    await expect(asReader.schema(signal)).rejects.toMatchObject({ report: { role: ['may write to a table'] } });
    await asReader.close();
  });

  it('is not connected with a wrong password, which no message repeats', async () => {
    const wrong = new URL(readerUrl);
    wrong.password = 'wrong';
    const refused = openPostgres({ url: wrong.toString(), writerUrl: null });
    const error = await refused.schema(signal).catch((it: unknown) => it);
    expect(error).toMatchObject({ reason: 'unavailable' });
    expect((error as Error).message).not.toContain('wrong');
  });

  it('keeps its name and gets a new password when it is created again', async () => {
    expect(await createRole({ url: server.ownerUrl, name: 'assay_other', purpose: 'reader' })).toMatch(
      /^postgres(?:ql)?:\/\/assay_other:/,
    );
    const again = openPostgres({
      url: await createRole({ url: server.ownerUrl, name: 'assay_other', purpose: 'reader' }),
      writerUrl: null,
    });
    expect((await again.schema(signal)).tables.length).toBeGreaterThan(0);
    await again.close();
  });
});

describe('changes of rows', () => {
  let kit: KitClient;

  beforeAll(async () => {
    await asOwner(`CREATE TABLE wares (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text NOT NULL, price numeric(10, 2) CHECK (price > 0),
        made timestamptz NOT NULL DEFAULT now(), photo bytea, facts jsonb, count bigint, kinds text[], twice numeric GENERATED ALWAYS AS (price * 2) STORED);
      CREATE TABLE parts (ware int REFERENCES wares (id) ON DELETE CASCADE, number int, label text, PRIMARY KEY (ware, number));
      INSERT INTO wares (title, price, photo, facts, count, kinds) VALUES ('Lamp', 10, '\\x00ff', '{"a": [1, "b"]}', 9007199254740993, '{a,"b c"}'),
        ('Desk', 20, NULL, 'null', -1, '{}'), ('Chair', 30.25, NULL, NULL, NULL, NULL);
      INSERT INTO parts VALUES (3, 1, 'leg')`);
    const url = await createRole({ url: server.ownerUrl, name: 'assay_looks', purpose: 'reader' });
    const writerUrl = await createRole({ url: server.ownerUrl, name: 'assay_writer', purpose: 'writer' });
    const shop = { kind: 'postgresql', url, scratchUrl: null } as const;
    kit = await startKitClient([
      { ...shop, name: 'shop', writerUrl },
      { ...shop, name: 'read', writerUrl: null },
    ]);
  });
  afterAll(() => kit.stop());

  testsOfWrites({ kit: () => kit, asOwner });
});

describe('plans of migrations', () => {
  let planning: SqlSource;

  beforeAll(async () => {
    for (const sql of makeTables) await asOwner(sql);
    const scratchUrl = await createRole({ url: server.ownerUrl, name: 'assay_scratch', purpose: 'scratch' });
    planning = openPostgres({ url: readerUrl, writerUrl: null, scratchUrl });
  });
  afterAll(() => planning.close());

  testsOfMigrations({ ...migrated, source: () => planning, asOwner, schema: 'public' });

  it('take the locks that they say', async () => {
    const { up, down } = await planMigration(planning, manyChanges, () => 200_000, signal);
    const database = openDatabase(server.ownerUrl, 1);
    const client = await database.pool.connect();
    const wrong: unknown[] = [];
    const checks = up.flatMap((it) => it.check ?? []);
    const counts = async () =>
      Promise.all(checks.map(async (it) => Number(Object.values((await asOwner(it))[0] ?? {})[0])));
    // One row has no note, so that NOT NULL would fail.
    expect((await counts()).reduce((sum, it) => sum + it, 0)).toBeGreaterThan(0);
    await asOwner("UPDATE people SET note = 'some' WHERE note IS NULL");
    expect(new Set(await counts())).toEqual(new Set([0]));
    for (const { sql, table, lock } of [...up, ...down]) {
      if (/ CONCURRENTLY /.test(sql) || lock.startsWith('none')) {
        await client.query(sql);
        continue;
      }
      await client.query('BEGIN');
      const id = (await client.query('SELECT to_regclass($1)::oid AS id', [table?.name])).rows[0].id;
      await client.query(sql);
      const { rows } = await client.query(
        'SELECT mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation = $1 AND mode = $2',
        [id, `${lock.toLowerCase().replaceAll(/(?:^| )./g, (it) => it.trim().toUpperCase())}Lock`],
      );
      const stronger = await client.query(
        "SELECT 1 FROM pg_locks WHERE pid = pg_backend_pid() AND relation = $1 AND mode = 'AccessExclusiveLock'",
        [id],
      );
      if (rows.length === 0 || (lock !== 'ACCESS EXCLUSIVE' && stronger.rows.length > 0)) wrong.push({ sql, lock });
      await client.query('COMMIT');
    }
    client.release();
    await database.close();
    expect(wrong).toEqual([]);
    expect(up.filter((it) => it.work === 'rewrite').map((it) => it.sql)).toEqual([
      expect.stringMatching(/"id" TYPE bigint/),
      expect.stringMatching(/"person" TYPE bigint/),
      expect.stringMatching(/ADD COLUMN "other" integer DEFAULT nextval/),
    ]);
    expect(up.filter((it) => it.losesData)).toEqual([]);
  });

  it.each([
    ['another statement', 'DROP TABLE people'],
    ['a query', 'CREATE TABLE x AS SELECT * FROM people'],
    ['a subquery in a check', 'CREATE TABLE x (a int CHECK (a IN (SELECT 1)))'],
    ['a function with effects', "CREATE TABLE x (a text DEFAULT pg_read_file('/etc/passwd'))"],
    ['a function of another schema', 'CREATE TABLE x (a text DEFAULT app.f())'],
    ['a function definition', "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'"],
    ['a code block', 'DO $$ BEGIN PERFORM 1; END $$'],
    ['a program', "COPY people TO PROGRAM 'id'"],
    ['an extension', 'CREATE EXTENSION dblink'],
    ['storage elsewhere', 'CREATE TABLE x (a int) TABLESPACE other'],
    ['inheritance', 'CREATE TABLE x (a int) INHERITS (people)'],
    ['a copy of a system table', 'CREATE TABLE x (LIKE pg_authid)'],
    ['a temporary table', 'CREATE TEMP TABLE x (a int)'],
    ['leaving the transaction', 'COMMIT; CREATE TABLE x (a int)'],
    ['a change of an owner', 'ALTER TABLE people OWNER TO postgres'],
  ])('refuse %s in a desired schema', async (_, desired) => {
    await expect(planMigration(planning, { desired, renames: [], drops: [] }, () => 0, signal)).rejects.toThrow(
      /^(?:not_allowed|write_operation_not_permitted|parse_error)/,
    );
  });

  it('are tried only in an empty database, under a role that owns nothing else', async () => {
    const wrong = openPostgres({ url: readerUrl, writerUrl: null, scratchUrl: server.ownerUrl });
    const request = { desired: 'CREATE TABLE x (a int)', renames: [], drops: [] };
    await expect(planMigration(wrong, request, () => 0, signal)).rejects.toThrow(/it has tables.*superuser/);
    await expect(planMigration(source, request, () => 0, signal)).rejects.toThrow(/--scratch/);
    await wrong.close();
  });
});
