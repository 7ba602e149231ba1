import type { Envelope } from '@assay/contracts';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { sharedInstallation } from '../fixtures/shared-installation.js';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let database: TestDatabase;
let houses: readonly [House, House];
let key: string;
const api = new CountingApi();

/** A call on one of the two replicas. */
const call = (replica: 0 | 1, line: string, more: object = {}) =>
  client(replica).post<Envelope>('/v1/invocations', {
    tool: 'acme/pay',
    input: { line },
    idempotencyKey: `key-${line}`,
    ...more,
  });
const client = (replica: 0 | 1): Client => houses[replica].client(key);

beforeAll(async () => {
  database = await createTestDatabase();
  const shared = sharedInstallation(database);
  houses = [await startHouse(shared), await startHouse(shared)];
  const [{ admin }] = houses;
  key = await houses[0].key('carl');
  await admin.post('/v1/namespaces', { name: 'acme' });
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  await admin.post(
    '/v1/tools',
    httpManifest('acme/pay', { inputSchema, endpoint: { url: `${await api.start()}/plain` } }),
  );
  await admin.post('/v1/endorsements', { tool: 'acme/pay', organisation: 'default' });
  await eventually(async () => {
    const seen = await client(1).post('/v1/invocations?dryRun=true', { tool: 'acme/pay', input: { line: 'x' } });
    return seen.status === 200 ? true : undefined;
  }, 'the other replica to know all of this');
});
afterAll(async () => {
  for (const house of houses) await house.stop();
  await database.drop();
  api.stop();
});

describe('a key on two replicas', () => {
  it('is one key: a storm on both is one call', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => call(at % 2 === 0 ? 0 : 1, 'storm')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(api.effects.get('storm')).toBe(1);
  });

  it('is waited for by a repeat on the other one, which has its own deadline', async () => {
    const held = api.hold();
    const first = call(0, 'slow');
    const request = await held;
    const late = await call(1, 'slow', { deadlineMs: 60 });
    expect(late).toMatchObject({ status: 202, body: { status: 'running', tool: 'acme/pay' } });
    const waiting = call(1, 'slow');
    request.answer();
    const [{ body: made }, { body: repeated }] = await Promise.all([first, waiting]);
    expect(late.body.id).toBe(made.id);
    expect(repeated).toMatchObject({ id: made.id, output: made.output, provenance: { freshness: 'replayed' } });
    expect(api.effects.get('slow')).toBe(1);
  });
});

describe('a scheduled call on two replicas', () => {
  it('is running on both while one makes it, and is cancelled through either', async () => {
    const held = api.hold();
    const body = { tool: 'acme/pay', input: { line: 'later' }, notBefore: new Date().toISOString() };
    const made = await client(0).post<Envelope>('/v1/invocations', body, { headers: { prefer: 'respond-async' } });
    expect(made).toMatchObject({ status: 202 });
    await held;
    const shown = (replica: 0 | 1) => client(replica).get<Envelope>(`/v1/invocations/${made.body.id}`);
    for (const replica of [0, 1] as const)
      expect(await shown(replica)).toMatchObject({ status: 202, body: { status: 'running', tool: 'acme/pay' } });
    // One of the two makes it; the other one passes the wish on.
    for (const replica of [0, 1] as const) {
      const asked = await client(replica).delete(`/v1/invocations/${made.body.id}`);
      if (asked.status !== 404) expect(asked).toMatchObject({ status: 202, body: { status: 'running' } });
    }
    const ended = await eventually(async () => {
      const { status, body: call } = await shown(1);
      return status === 200 ? call : undefined;
    }, 'the call to end');
    expect(ended).toMatchObject({ status: 'cancelled', error: { code: 'cancelled', outcome: 'unknown' } });
  });
});
