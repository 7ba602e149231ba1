import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Envelope, KitView } from '@assay/contracts';
import { FakeModel } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from './house.js';

let house: House;
let folder: string;
let model: FakeModel;
/** First a statement with an unknown column, and a valid one after the refusal. */
const statementFor = (body: object): string => {
  const prompt = JSON.stringify(body);
  if (prompt.includes('Remove all orders')) return 'drop table orders';
  return prompt.includes('was refused')
    ? '```sql\nselect count(*) as n from orders\n```'
    : 'select nothing from orders';
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-shop-'));
  chmodSync(folder, 0o777);
  const file = new DatabaseSync(join(folder, 'shop.db'));
  file.exec("CREATE TABLE items (id INTEGER PRIMARY KEY, label TEXT NOT NULL); INSERT INTO items VALUES (1, 'lamp')");
  file.close();
  chmodSync(join(folder, 'shop.db'), 0o666);
  model = await new FakeModel({ answer: statementFor }).start();
  house = await startHouse({ ASSAY_KITS: 'database', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted' });
}, 120_000);
afterAll(async () => {
  await house.stop();
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (tool: string, input: unknown) =>
  house.admin.post<Envelope>('/v1/invocations', { tool: `assay/database.${tool}`, input });
const setting = (name: string) => `/v1/kits/database/settings/${name}`;

describe('the database kit', () => {
  it('reaches no database before an administrator enables it', async () => {
    const { status, body } = await call('query', { database: 'example', sql: 'select 1' });
    expect([status, body]).toMatchObject([403, { code: 'kit_not_enabled' }]);
    expect((await call('databases', {})).body.output).toMatchObject({ databases: [{ name: 'example' }] });
  });

  it('queries the example once it is enabled, with the reason when it refuses', async () => {
    await house.admin.post('/v1/kits/database/enable', {});
    const { body } = await call('query', { database: 'example', sql: 'select count(*) as n from orders' });
    expect(body.output).toMatchObject({ columns: ['n'], rows: [[4]], truncated: false });
    const refused = await call('query', { database: 'example', sql: 'drop table orders' });
    expect(JSON.stringify(refused.body)).toContain('write_operation_not_permitted');
  });

  it('asks the model of the gateway, corrects its statement once, and lets it write nothing', async () => {
    const { status, body } = await call('ask', { database: 'example', question: 'How many orders are there?' });
    expect([status, body.output]).toMatchObject([200, { columns: ['n'], rows: [[4]], repaired: true }]);
    const refused = await call('ask', { database: 'example', question: 'Remove all orders.' });
    expect(JSON.stringify(refused.body)).toContain('write_operation_not_permitted');
    await house.restart({ LLM_BASE_URL: '', LLM_MODEL: '' });
    const without = await call('ask', { database: 'example', question: 'How many orders are there?' });
    expect(JSON.stringify(without.body)).toContain('LLM_BASE_URL');
  }, 120_000);

  it.each([
    ['PATH', 'sqlite:/tmp/x.db', 422],
    ['DATABASE_SHOP', 'https://example.com', 422],
    ['DATABASE_SHOP', 'sqlite:/absent/shop.db', 422],
    ['DATABASE_SHOP', 'sqlite:shop.db', 422],
  ])('refuses the setting %s=%s', async (name, value) => {
    const { status } = await house.admin.put(setting(name), { value });
    expect([400, 422]).toContain(status);
    const { body } = await house.admin.get<KitView>('/v1/kits/database');
    expect(body.settings.names).toEqual([]);
  });

  it('takes a database, shows only its name, and lets the process see its folder', async () => {
    const address = `sqlite:${join(folder, 'shop.db')}`;
    const { status, body } = await house.admin.put<KitView>(setting('DATABASE_SHOP'), { value: address });
    expect(status).toBe(200);
    expect(body).toMatchObject({ settings: { names: ['DATABASE_SHOP'] }, reaches: { network: 'none', hosts: [] } });
    expect(body.reaches.folders).toContainEqual({ path: folder, mode: 'ro' });
    const answer = await call('query', {
      database: 'shop',
      sql: 'select label from items where id = ?',
      parameters: [1],
    });
    expect(answer.body.output).toMatchObject({ rows: [['lamp']] });
  });

  it('changes no row without a person’s approval', async () => {
    const changes = [{ key: { id: 1 }, set: { price: 31 } }];
    const { status, body } = await call('update', { database: 'example', table: 'products', changes });
    expect([status, body.status]).toEqual([202, 'awaiting_approval']);
  });

  it('forgets a database', async () => {
    const { body } = await house.admin.delete<KitView>(setting('DATABASE_SHOP'));
    expect(body.settings.names).toEqual([]);
    expect((await house.admin.delete(setting('DATABASE_SHOP'))).status).toBe(404);
    expect(JSON.stringify((await call('query', { database: 'shop', sql: 'select 1' })).body)).toContain('no database');
  });
});
