import {
  createRole,
  openMysql,
  planMigration,
  queryBounds,
  runQuery,
  type Schema,
  type SqlSource,
} from '@assay/kit-database/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KitClient, startKitClient } from './kit-client.js';
import { hasMariadb, startMariadb } from './mariadb-server.js';
import { makeTables, migrated, testsOfMigrations } from './migrations.js';
import { testsOfWrites } from './writes.js';

const whereInstalled = hasMariadb ? describe : describe.skip;
const signal = new AbortController().signal;

const shop = [
  'CREATE TABLE customers (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(100) NOT NULL COMMENT "full name", email VARCHAR(100) NOT NULL UNIQUE)',
  "CREATE TABLE orders (id INT PRIMARY KEY AUTO_INCREMENT, customer_id INT NOT NULL, total DECIMAL(10,2) NOT NULL CHECK (total > 0), status ENUM('open','paid') NOT NULL DEFAULT 'open', FOREIGN KEY (customer_id) REFERENCES customers (id))",
  "INSERT INTO customers (name, email) VALUES ('Ann', 'ann@example.com'), ('Bo', 'bo@example.com')",
  "INSERT INTO orders (customer_id, total, status) VALUES (1, 10.50, 'open'), (1, 20, 'paid'), (2, 30, 'paid')",
  'CREATE TABLE numbers (n INT PRIMARY KEY)',
  'INSERT INTO numbers SELECT seq FROM seq_1_to_3000',
  'CREATE FUNCTION writes() RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO numbers VALUES (-1); RETURN 1; END',
];

const wares = [
  `CREATE TABLE wares (id INT PRIMARY KEY AUTO_INCREMENT, title VARCHAR(100) NOT NULL, price DECIMAL(10,2) CHECK (price > 0), made DATETIME(3) NOT NULL DEFAULT '2026-01-02 03:04:05.678',
    photo BLOB, facts JSON, count BIGINT UNSIGNED, kind ENUM('a','b'), share DOUBLE, twice DECIMAL(10,2) GENERATED ALWAYS AS (price * 2) STORED)`,
  'CREATE TABLE parts (ware INT, number INT, label VARCHAR(20), PRIMARY KEY (ware, number), FOREIGN KEY (ware) REFERENCES wares (id) ON DELETE CASCADE)',
  `INSERT INTO wares (title, price, photo, facts, count, kind, share) VALUES ('Lamp', 10, x'00ff', '{"a": [1, "b"]}', 18446744073709551615, 'a', 0.1), ('Desk', 20, NULL, 'null', 1, NULL, -1e300), ('Chair', 30.25, NULL, NULL, NULL, 'b', NULL)`,
  "INSERT INTO parts VALUES (3, 1, 'leg')",
];

whereInstalled('MariaDB', () => {
  let server: Awaited<ReturnType<typeof startMariadb>>;
  let source: SqlSource;
  let schema: Schema;
  let owner: SqlSource;

  beforeAll(async () => {
    server = await startMariadb();
    owner = openMysql({ kind: 'mariadb', url: server.ownerUrl, writerUrl: server.ownerUrl });
    await owner.write?.(async (transaction) => {
      for (const sql of shop) await transaction.run(sql, []);
    }, signal);
    const writerUrl = await createRole({ url: server.ownerUrl, name: 'assay_writer', purpose: 'writer' });
    source = openMysql({
      kind: 'mariadb',
      url: await createRole({ url: server.ownerUrl, name: 'assay_reader', purpose: 'reader' }),
      writerUrl,
    });
    schema = await source.schema(signal);
  }, 60_000);
  afterAll(async () => {
    await source.close();
    await server.stop();
  });

  const asOwner = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    const made = await owner.write?.(
      async (transaction) => (/^SELECT/.test(sql) ? transaction.all(sql, []) : transaction.run(sql, [])),
      signal,
    );
    return Array.isArray(made) ? made : [];
  };
  const ask = (sql: string, parameters: readonly unknown[] = []) =>
    runQuery({ source, schema, now: () => performance.now() }, sql, parameters, signal);
  const past = (sql: string, on = source) =>
    on.run(
      { sql, tables: [], unconditioned: [], columns: [], aliases: new Set(), joins: 0, depth: 0, parameters: 0 },
      [],
      signal,
    );

  it('describes tables with keys, checks, values and comments', () => {
    const table = (name: string) => schema.tables.find((it) => it.name === name);
    expect(table('orders')).toMatchObject({
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['customer_id'], table: 'customers' }],
      checks: [{ expression: '`total` > 0' }],
    });
    expect(table('orders')?.columns.find((it) => it.name === 'status')).toMatchObject({ values: ['open', 'paid'] });
    expect(table('customers')).toMatchObject({
      uniques: [['email']],
      columns: [{ automatic: true }, { comment: 'full name' }, {}],
    });
  });

  it('answers a query with parameters and exact decimals', async () => {
    const answer = await ask(
      'select o.id, o.total, c.name from orders o join customers c on c.id = o.customer_id where c.name = ? order by o.id',
      ['Ann'],
    );
    expect(answer).toMatchObject({
      columns: ['id', 'total', 'name'],
      rows: [
        [1, '10.50', 'Ann'],
        [2, '20.00', 'Ann'],
      ],
      truncated: false,
    });
  });

  it('cuts and refuses as elsewhere', async () => {
    expect(await ask('select n from numbers where n > 0')).toMatchObject({ rowCount: 1_000, truncated: true });
    await expect(
      ask('select count(*) from numbers a join numbers b on a.n <> b.n join numbers c on b.n <> c.n where a.n > 0'),
    ).rejects.toMatchObject({ reason: 'estimated_cost_too_high' });
    await expect(ask('select nam from customers')).rejects.toMatchObject({ reason: 'unknown_name' });
  });

  it.each([
    ['a write', 'delete from numbers'],
    ['a function that writes', 'select writes()'],
    ['a file', "select 'x' into outfile '/tmp/assay-mariadb.txt'"],
    ['reading a file', "select length(load_file('/etc/passwd')) > 0 as readable"],
    ['two statements', 'select 1; delete from numbers'],
    ['leaving the transaction', 'start transaction read write'],
    ['another user', "set role 'owner'"],
  ])('the server itself does not do %s for the reader', async (_, sql) => {
    const rows = await past(sql).catch(() => null);
    expect(rows?.rows.flat() ?? []).not.toContain(1);
    expect((await past('select count(*) from numbers')).rows).toEqual([[3_000]]);
  });

  it('nothing of one session is left for the next', async () => {
    await past("select @kept := 7, get_lock('x', 0)");
    expect((await past("select @kept, is_free_lock('x')")).rows).toEqual([[null, 1]]);
  });

  it('a statement that overruns is ended', async () => {
    const quick = openMysql({
      kind: 'mariadb',
      url: server.ownerUrl.replace('owner:secret', 'assay_reader:x'),
      writerUrl: null,
      bounds: { ...queryBounds, timeoutMs: 300 },
    });
    await expect(quick.schema(signal)).rejects.toMatchObject({ reason: 'unavailable' });
    const reader = await createRole({ url: server.ownerUrl, name: 'assay_reader', purpose: 'reader' });
    const slow = openMysql({
      kind: 'mariadb',
      url: reader,
      writerUrl: null,
      bounds: { ...queryBounds, timeoutMs: 300 },
    });
    await expect(past('select sleep(30)', slow)).rejects.toMatchObject({ reason: 'execution_timeout' });
    // MariaDB ends BENCHMARK early and answers 0.
    const ended = await past("select benchmark(1000000000000, md5('x'))", slow).catch((it: unknown) => it);
    expect([{ reason: 'execution_timeout' }, { rows: [[0]] }]).toContainEqual(
      'rows' in (ended as object)
        ? { rows: (ended as { rows: unknown }).rows }
        : { reason: (ended as { reason: string }).reason },
    );
  }, 20_000);

  it('refuses a user who may write as the reader', async () => {
    await expect(owner.schema(signal)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  describe('changes of rows', () => {
    let kit: KitClient;

    beforeAll(async () => {
      for (const sql of wares) await asOwner(sql);
      const url = await createRole({ url: server.ownerUrl, name: 'assay_other', purpose: 'reader' });
      const writerUrl = await createRole({ url: server.ownerUrl, name: 'assay_writer', purpose: 'writer' });
      const shopSettings = { kind: 'mariadb', url, scratchUrl: null } as const;
      kit = await startKitClient([
        { ...shopSettings, name: 'shop', writerUrl },
        { ...shopSettings, name: 'read', writerUrl: null },
      ]);
    });
    afterAll(() => kit.stop());

    testsOfWrites({ kit: () => kit, asOwner });
  });

  describe('plans of migrations', () => {
    let planning: SqlSource;

    beforeAll(async () => {
      for (const sql of makeTables) await asOwner(sql);
      const url = await createRole({ url: server.ownerUrl, name: 'assay_planner', purpose: 'reader' });
      const scratchUrl = await createRole({ url: server.ownerUrl, name: 'assay_scratch', purpose: 'scratch' });
      planning = openMysql({ kind: 'mariadb', url, writerUrl: null, scratchUrl });
    });
    afterAll(() => planning.close());

    testsOfMigrations({ ...migrated, source: () => planning, asOwner, schema: null });

    it.each([
      ['another statement', 'DROP TABLE people'],
      ['another engine', "CREATE TABLE x (a INT) ENGINE=FEDERATED CONNECTION='mysql://example.com/x'"],
      ['a file', "CREATE TABLE x (a INT) DATA DIRECTORY='/tmp'"],
      ['a query', 'CREATE TABLE x SELECT * FROM people'],
      ['a function with effects', 'CREATE TABLE x (a INT DEFAULT (sleep(10)))'],
      ['another database', 'CREATE TABLE shop.x (a INT)'],
      ['a conditional comment', 'CREATE TABLE x (a INT) /*!50000 ENGINE=CSV */'],
      ['a procedure', 'CREATE PROCEDURE x() SELECT 1'],
    ])('refuse %s in a desired schema', async (_, desired) => {
      await expect(planMigration(planning, { desired, renames: [], drops: [] }, () => 0, signal)).rejects.toThrow(
        /^(?:not_allowed|parse_error)/,
      );
    });
  });
});
