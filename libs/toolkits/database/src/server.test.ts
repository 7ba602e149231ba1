import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Databases } from './databases/databases.js';
import { makeExample } from './databases/example.js';
import { databaseKit } from './kit.js';
import { createDatabaseServer } from './server.js';
import { KeptRows } from './write/kept-rows.js';

let client: Client;
let folder: string;
/** What the client's model answers, in order, and what it was asked. */
let model: string[] = [];
let asked: string[] = [];
let databases: Databases;

beforeAll(async () => {
  databases = new Databases([makeExample()]);
  folder = await mkdtemp(join(tmpdir(), 'assay-kept-'));
  const kept = new KeptRows(folder, () => Date.now());
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createDatabaseServer({ databases, kept }), { transport: theirs });
  client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { sampling: {} }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    asked.push(JSON.stringify(params));
    const content = { type: 'text' as const, text: model.shift() ?? 'select 1' };
    return { role: 'assistant', content, model: 'scripted' };
  });
  await client.connect(ours);
});

afterAll(async () => {
  await client.close();
  await databases.close();
  await rm(folder, { recursive: true });
});

const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });

describe('the database tools over MCP', () => {
  it('are those of the kit, each with a capability, and say what they change', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((it) => it.name).sort()).toEqual(Object.keys(databaseKit.tools).sort());
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect([inputSchema, outputSchema]).toMatchObject([{ type: 'object' }, { type: 'object' }]);
      const acts = name !== 'databases';
      expect(databaseKit.tools[name]).toMatchObject({ acts, capabilities: [expect.any(String)] });
      expect(annotations?.openWorldHint).toBe(acts);
    }
  });

  it('answer their examples as the examples say', async () => {
    for (const [name, { examples = [] }] of Object.entries(databaseKit.tools))
      for (const { input, output } of examples) {
        const result = await call(name, input);
        expect(result.structuredContent).toMatchObject(output as object);
      }
  });

  it.each([
    ['query', { database: 'absent', sql: 'select 1' }, /There is no database "absent"/],
    ['query', { database: 'example', sql: 'delete from orders' }, /^write_operation_not_permitted: /],
    ['query', { database: 'example', sql: 'select * from order' }, /^parse_error: .*"position":15/s],
    ['query', { database: 'example', sql: 'select * from order_' }, /^unknown_name: .*"similar":\["order_items"/s],
    ['query', { database: 'example', sql: 'select totl from orders' }, /^unknown_name: /],
    ['query', { database: 'example', sql: 'select id from orders where id = ?' }, /^parse_error: .*1 parameters/s],
  ])('refuse %s %j with the reason', async (name, input, message) => {
    expect(await call(name, input)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(message) }],
      _meta: { 'assay/outcome': 'none' },
    });
  });
});

describe('changes of rows', () => {
  const ok = async (name: string, input: Record<string, unknown>) => {
    const result = await call(name, input);
    expect(result).toMatchObject({ structuredContent: {} });
    return result.structuredContent as { undo: string; digest: string; rows: { before: unknown; after: unknown }[] };
  };
  const products = { database: 'example', table: 'products' };
  const price = async (id: number) =>
    (await ok('query', { database: 'example', sql: 'select price from products where id = ?', parameters: [id] })).rows;

  it('update by key, only as previewed, and are restored once', async () => {
    const changes = [{ key: { id: 2 }, set: { price: 250 } }];
    const { digest } = await ok('preview', { ...products, action: 'update', changes });
    const { undo, rows } = await ok('update', { ...products, changes, ifDigest: digest });
    expect(rows).toMatchObject([{ before: { price: 240.5 }, after: { price: 250 } }]);
    expect(await call('update', { ...products, changes, ifDigest: digest })).toMatchObject({ isError: true });
    expect(await ok('restore', { undo })).toMatchObject({ outcome: 'restored' });
    expect(await ok('restore', { undo })).toMatchObject({ outcome: 'unchanged' });
    expect(await price(2)).toEqual([[240.5]]);
  });

  it('insert and delete are restored, too', async () => {
    const inserted = await ok('insert', { ...products, rows: [{ title: 'Rug', price: 12 }] });
    expect(inserted.rows).toMatchObject([{ before: null, after: { id: 4, title: 'Rug' } }]);
    const deleted = await ok('delete', { ...products, keys: [{ id: 4 }] });
    await ok('restore', { undo: deleted.undo });
    expect(await price(4)).toEqual([[12]]);
    await ok('restore', { undo: inserted.undo });
    expect(await price(4)).toEqual([]);
  });

  it('are not restored over a later change', async () => {
    const { undo } = await ok('update', { ...products, changes: [{ key: { id: 3 }, set: { price: 100 } }] });
    const later = await ok('update', { ...products, changes: [{ key: { id: 3 }, set: { price: 101 } }] });
    expect(await call('restore', { undo })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/was changed since/) }],
    });
    await ok('restore', { undo: later.undo });
    await ok('restore', { undo });
    expect(await price(3)).toEqual([[99]]);
  });

  it.each([
    [
      'a part of a key',
      'update',
      { table: 'order_items', changes: [{ key: { order_id: 1 }, set: { quantity: 1 } }] },
      /whole key/,
    ],
    [
      'an unknown column',
      'update',
      { table: 'products', changes: [{ key: { id: 1 }, set: { 'price" = 0, "title': 1 } }] },
      /no column/,
    ],
    ['an unknown key', 'delete', { table: 'products', keys: [{ id: 99 }] }, /No row/],
    [
      'the key itself',
      'update',
      { table: 'products', changes: [{ key: { id: 1 }, set: { id: 9 } }] },
      /part of the key/,
    ],
    ['the same row twice', 'delete', { table: 'products', keys: [{ id: 1 }, { id: 1 }] }, /twice/],
    [
      'a check of the table',
      'update',
      { table: 'products', changes: [{ key: { id: 1 }, set: { price: -1 } }] },
      /execution_error/,
    ],
    ['rows that others refer to', 'delete', { table: 'customers', keys: [{ id: 1 }] }, /execution_error/],
    ['a system table', 'delete', { table: 'sqlite_schema', keys: [{ name: 'x' }] }, /no table/],
    [
      'one bad row of two',
      'update',
      {
        table: 'products',
        changes: [
          { key: { id: 1 }, set: { price: 5 } },
          { key: { id: 98 }, set: { price: 5 } },
        ],
      },
      /No row/,
    ],
  ])('change nothing for %s', async (_, name, input, message) => {
    const before = await ok('query', { database: 'example', sql: 'select * from products' });
    expect(await call(name, { database: 'example', ...input })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(message) }],
    });
    expect((await ok('query', { database: 'example', sql: 'select * from products' })).rows).toEqual(before.rows);
  });

  it('are restored only with what the change returned', async () => {
    const unknown = `${'0'.repeat(24)}.${'A'.repeat(43)}`;
    for (const undo of ['x', unknown])
      expect(await call('restore', { undo })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/Nothing is kept/) }],
      });
  });
});

describe('a plan of a migration', () => {
  it('has nothing to do for the definitions that describe gives, and names what changes', async () => {
    const tables = ['orders', 'customers', 'products', 'order_items'];
    const { structuredContent } = await call('describe', { database: 'example', tables, definitions: true });
    const { definitions } = structuredContent as { definitions: string };
    const same = await call('plan_migration', { database: 'example', desired: definitions });
    expect(same).toMatchObject({ structuredContent: { up: [], down: [], losesData: false } });
    const desired = definitions.replace("DEFAULT 'pending'", "DEFAULT 'open'");
    const { content } = await call('plan_migration', { database: 'example', desired });
    expect(content).toMatchObject([{ text: expect.stringMatching(/For a person to review.*-- Down/s) }]);
    const refused = await call('plan_migration', { database: 'example', desired: 'DROP TABLE orders' });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^not_allowed/) }] });
    const absent = await call('plan_migration', { database: 'example', desired: '', drops: ['orders.absent'] });
    expect(absent).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/no column "absent"/) }] });
  });
});

describe('words to SQL', () => {
  beforeEach(() => {
    model = [];
    asked = [];
  });
  const question = { database: 'example', question: 'How many orders has each customer?' };

  it('asks the model of the client with the schema, and runs its statement through the gate', async () => {
    model = [
      '```sql\nSELECT customer_id, count(*) AS orders FROM orders GROUP BY customer_id ORDER BY customer_id LIMIT 10;\n```',
    ];
    const result = await call('ask', question);
    expect(result.structuredContent).toMatchObject({
      rows: [
        [1, 2],
        [2, 1],
        [3, 1],
      ],
      repaired: false,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/TABLE orders/);
    expect(asked[0]).not.toMatch(/ann@example/);
  });

  it('corrects a refused statement once', async () => {
    model = ['SELECT cust FROM orders', 'SELECT customer_id FROM orders WHERE id = 1'];
    expect((await call('ask', question)).structuredContent).toMatchObject({ rows: [[1]], repaired: true });
    expect(asked[1]).toMatch(/unknown_name/);
    model = ['SELEC 1', 'SELEC 2', 'SELECT 3'];
    const failed = await call('ask', question);
    expect(failed).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^parse_error_after_repair/) }],
    });
    expect(model).toEqual(['SELECT 3']);
  });

  it('does not correct a write', async () => {
    model = ['DELETE FROM orders', 'SELECT 1'];
    expect(await call('ask', question)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^write_operation_not_permitted/) }],
    });
    expect(asked).toHaveLength(1);
  });
});

describe('data quality', () => {
  const check = async (rules: unknown[], table = 'orders') =>
    (await call('check_quality', { database: 'example', table, rules })).structuredContent as {
      score: number | null;
      findings: { passed: boolean }[];
    };

  it('is the share of rules that pass, and undefined without rules', async () => {
    expect((await check([])).score).toBeNull();
    const { score, findings } = await check([
      { rule: 'completeness', column: 'status' },
      { rule: 'uniqueness', columns: ['customer_id'] },
      { rule: 'references', columns: ['customer_id'], table: 'customers', referenced: ['id'] },
      { rule: 'distribution', column: 'status', baseline: { pending: 1, shipped: 1, delivered: 1, cancelled: 1 } },
      { rule: 'freshness', column: 'created_at', maxAgeHours: 1 },
    ]);
    expect(findings.map((it) => it.passed)).toEqual([true, false, true, true, false]);
    expect(score).toBe(0.6);
  });

  it('refuses a column that does not exist', async () => {
    const result = await call('check_quality', {
      database: 'example',
      table: 'orders',
      rules: [{ rule: 'completeness', column: 'x' }],
    });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/no column/) }] });
  });
});
