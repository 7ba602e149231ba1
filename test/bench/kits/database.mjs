/** Introspection and queries of the database kit beside the bare driver, and its answers beside those of server-postgres. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRole } from '@assay/kit-database/testing';
import { folderApart, startEmbeddedPostgres } from '@assay/persistence';
import pg from 'pg';
import { compareAnswers, connect, connectKit, medianMs } from './clients.mjs';

const shop = `
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE, country char(2) NOT NULL);
COMMENT ON TABLE customers IS 'people who bought something';
CREATE TABLE orders (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id int NOT NULL REFERENCES customers (id),
  total numeric(10, 2) NOT NULL CHECK (total > 0), status text NOT NULL DEFAULT 'pending', created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX orders_customer ON orders (customer_id);
INSERT INTO customers SELECT n, 'Name ' || n, 'c' || n || '@example.com', CASE WHEN n % 2 = 0 THEN 'DE' ELSE 'FR' END FROM generate_series(1, 2000) n;
INSERT INTO orders (customer_id, total, status, created_at)
  SELECT 1 + n % 2000, 10 + n % 500, (ARRAY['pending', 'shipped', 'delivered'])[1 + n % 3], timestamptz '2026-01-01' + n * interval '1 hour' FROM generate_series(1, 5000) n;
ANALYZE;`;

const byKey = 'SELECT name, country FROM customers WHERE id = 42';
const joined =
  "SELECT c.country, count(*) AS orders, sum(o.total) AS total FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = 'shipped' GROUP BY c.country";
const hundred = 'SELECT id, customer_id, total, status, created_at FROM orders WHERE id <= 100 ORDER BY id';
const twenty = 'SELECT id, name, email, country FROM customers WHERE id <= 20 ORDER BY id';

/** What a person would send to see the same columns, keys, indexes and comments, without statistics. */
const catalog = [
  "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_schema = 'public'",
  "SELECT conrelid::regclass, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
  "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
  "SELECT relname, reltuples, obj_description(oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
];

async function overhead(kit, other, client) {
  const tool = (sql) => ({ name: 'query', arguments: { database: 'shop', sql } });
  for (const [title, sql] of Object.entries({ 'a row by its key': byKey, 'a join': joined, '100 rows': hundred })) {
    const plain = await medianMs(101, () => client.query(sql));
    const ours = await medianMs(101, () => kit.callTool(tool(sql)));
    const theirs = await medianMs(101, () => other.callTool({ name: 'query', arguments: { sql } }));
    process.stdout.write(
      `database: ${title}: driver ${plain.toFixed(2)} ms, kit over MCP ${ours.toFixed(2)} ms, server-postgres ${theirs.toFixed(2)} ms\n`,
    );
  }
  const bare = await medianMs(31, async () => {
    for (const sql of catalog) await client.query(sql);
  });
  for (const [title, more] of [
    ['without statistics and samples', { statistics: false, samples: 0 }],
    ['with them', {}],
  ]) {
    const described = await medianMs(31, () =>
      kit.callTool({ name: 'describe', arguments: { database: 'shop', ...more } }),
    );
    process.stdout.write(
      `database: introspection ${title}: ${described.toFixed(1)} ms; the driver's catalogue queries ${bare.toFixed(1)} ms\n`,
    );
  }
}

/** A PostgreSQL of its own: the reader role belongs to a server, and an administrator creates it. */
async function startPostgres() {
  const home = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  // Under root, PostgreSQL runs as a system user of its own, who has to pass through.
  chmodSync(home, 0o711);
  const postgres = await startEmbeddedPostgres({ home, log: () => {} });
  const stop = async () => {
    await postgres.stop();
    for (const folder of [home, folderApart(home)]) rmSync(folder, { recursive: true, force: true });
  };
  return { url: postgres.superuserUrl, stop };
}

export async function measureDatabase(program) {
  const database = await startPostgres();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(shop);
  const reader = await createRole({ purpose: 'reader', url: database.url, name: 'bench_reader' });
  const kit = await connectKit('database', [], { DATABASE_SHOP: reader });
  const other = await connect(process.execPath, [program, database.url]);
  try {
    const ask = (sql) => [
      ['query', { database: 'shop', sql }],
      ['query', { sql }],
    ];
    await compareAnswers('database', kit, other, [
      ['describe two tables', ['describe', { database: 'shop' }]],
      ['an aggregate', ...ask(joined)],
      ['20 rows', ...ask(twenty)],
      ['100 rows', ...ask(hundred)],
    ]);
    let schema = '';
    for (const { uri } of (await other.listResources()).resources)
      schema += (await other.readResource({ uri })).contents[0].text;
    process.stdout.write(`database: server-postgres's two schemas, as resources: ${schema.length} characters\n`);
    await overhead(kit, other, client);
  } finally {
    await Promise.all([kit.close(), other.close()]);
    await client.end();
    await database.stop();
  }
}
