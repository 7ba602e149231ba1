import type { DiscoveryAnswer, IndexStatusView, ToolList } from '@assay/contracts';
import { FakeMeilisearch } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { propose } from './importing.js';

let engine: FakeMeilisearch;
let house: House;
let owner: Client;

const key = 'a-key-for-the-engine-only';

beforeAll(async () => {
  engine = await FakeMeilisearch.start(key);
  house = await startHouse({ MEILI_URL: engine.url, MEILI_KEY: key });
  owner = await house.as('olga', { role: 'publisher' });
  await owner.post('/v1/namespaces', { name: 'shop', visibility: 'public' });
  await publish('create_invoice', 'Creates an invoice for a walrus');
});
afterAll(async () => {
  await house.stop();
  await engine.stop();
});

const publish = (name: string, description: string) =>
  owner.post('/v1/tools', httpManifest(`shop/${name}`, { description }));
const discover = async (query: string) => (await owner.post<DiscoveryAnswer>('/v1/discover', { query })).body;
const names = ({ results }: DiscoveryAnswer) => results.map(({ tool }) => tool);
const status = async () => (await house.admin.get<IndexStatusView>('/v1/index')).body;
const readiness = async () => (await house.anonymous.get<{ checks: Record<string, string> }>('/readyz')).body.checks;
const idsHeld = () =>
  [...(engine.engine.indexes.get('assay_tools')?.documents.values() ?? [])].flatMap(({ id }) => id ?? []).sort();

/** The engine holds what there is to be found, and answers. */
const caughtUp = () =>
  eventually(async () => {
    const { ready, pending, documents, tools, building } = await status();
    return (ready && pending === 0 && documents === tools && building === null) || undefined;
  }, 'the engine to be caught up');

/** A search that the engine answered. */
const answeredByEngine = (query: string) =>
  eventually(async () => {
    const answer = await discover(query);
    return answer.warnings === undefined ? answer : undefined;
  }, 'the engine to answer');

describe('with a search engine', () => {
  it('everything that can be found is brought to it, and it answers', async () => {
    await caughtUp();
    expect(idsHeld()).toContain('shop/create_invoice');
    const answer = await answeredByEngine('invoice');
    expect(names(answer)).toEqual(['shop/create_invoice']);
    expect(engine.asked).toContain('POST /multi-search');
    expect(await readiness()).toEqual({ database: 'ok', search: 'ok' });
    expect(await status()).toMatchObject({ engine: 'meilisearch', problem: null });
  });

  it('no tool reaches it: it is Assay’s own', async () => {
    const refused = await propose(house.admin, 'shop', { url: `${engine.url}/mcp` });
    expect(refused).toMatchObject({ status: 403, body: { code: 'address_forbidden' } });
  });

  it('follows what is published and withdrawn', async () => {
    await publish('send_invoice', 'Sends an invoice to a walrus');
    await caughtUp();
    expect(idsHeld()).toContain('shop/send_invoice');
    const withdrawn = { target: 'shop/send_invoice', reason: 'It sends them to the wrong walrus.' };
    const revocation = await house.admin.post<{ id: string }>('/v1/revocations', withdrawn);
    expect(revocation.status).toBe(201);
    await caughtUp();
    expect(idsHeld()).not.toContain('shop/send_invoice');
    await house.admin.delete(`/v1/revocations/${revocation.body.id}`);
    await caughtUp();
    expect(idsHeld()).toContain('shop/send_invoice');
  });

  it('lists from it with filters, orders and counts', async () => {
    await caughtUp();
    const { body } = await owner.get<ToolList>('/v1/tools?namespace=shop&sort=name&facets=protocol&limit=1');
    expect(body).toMatchObject({ total: 2, facets: { protocol: { http: 2 } } });
    expect(body.items.map(({ name }) => name)).toEqual(['shop/create_invoice']);
  });

  it('goes on without it: the built-in index answers and says so, and nothing that changes waits', async () => {
    const port = Number(new URL(engine.url).port);
    await engine.stop();
    const answer = await discover('invoice');
    expect(names(answer)).toContain('shop/create_invoice');
    expect(answer.warnings).toEqual([
      expect.stringMatching(/^The search engine does not answer, so the built-in index/),
    ]);
    await publish('print_invoice', 'Prints an invoice for a walrus');
    expect(names(await discover('print'))).toEqual(['shop/print_invoice']);
    expect((await readiness()).search).toMatch(/^degraded: /);
    expect((await house.anonymous.get('/readyz')).status).toBe(200);
    expect(await status()).toMatchObject({ ready: false, problem: expect.any(String) });
    await engine.listenAgain(port);
    await answeredByEngine('invoice');
    await caughtUp();
    expect(idsHeld()).toContain('shop/print_invoice');
    expect((await readiness()).search).toBe('ok');
    const reports = house.logs().split('the search engine is in trouble').length - 1;
    expect(reports).toBeLessThanOrEqual(2);
  }, 30_000);

  it('delays no revocation by keeping silent, and what it still has of the tool is not offered', async () => {
    await caughtUp();
    engine.silence(true);
    const target = 'shop/print_invoice';
    const revocation = await house.admin.post<{ id: string }>('/v1/revocations', { target, reason: 'It eats paper.' });
    expect(revocation.status).toBe(201);
    expect(names(await discover('print'))).toEqual([]);
    engine.engine.tasks.hold();
    engine.silence(false);
    expect(names(await answeredByEngine('print'))).toEqual([]);
    expect(idsHeld()).toContain(target);
    engine.engine.tasks.resume();
    await house.admin.delete(`/v1/revocations/${revocation.body.id}`);
    await caughtUp();
    expect(names(await answeredByEngine('print'))).toEqual([target]);
  }, 30_000);

  it('is rebuilt after losing all documents', async () => {
    engine.lose();
    await eventually(() => idsHeld().includes('shop/create_invoice') || undefined, 'the index to be built anew');
    await caughtUp();
    expect(names(await answeredByEngine('print'))).toEqual(['shop/print_invoice']);
  }, 30_000);

  it('is rebuilt on request, beside the one in use', async () => {
    const asked = await house.admin.post<IndexStatusView>('/v1/index/rebuild', undefined);
    expect(asked.status).toBe(202);
    await eventually(() => (engine.asked.includes('POST /swap-indexes') ? true : undefined), 'the swap');
    await caughtUp();
    expect(engine.engine.indexes.has('assay_tools_next')).toBe(false);
  }, 30_000);

  it('gets the differences only after a restart', async () => {
    await caughtUp();
    const index = engine.engine.index('assay_tools');
    const lost = [...index.documents].find(([, { id }]) => id === 'shop/print_invoice')?.[0] as string;
    index.documents.delete(lost);
    const before = engine.engine.tasks.done.length;
    await house.restart();
    owner = await house.as('olga2', { role: 'publisher' });
    await caughtUp();
    expect(idsHeld()).toContain('shop/print_invoice');
    const kinds = engine.engine.tasks.done.slice(before).map(({ type }) => type);
    expect(kinds).not.toContain('indexSwap');
    expect(kinds.length).toBeLessThan(6);
  }, 30_000);
});

describe('the index', () => {
  it('is for administrators of the installation', async () => {
    expect((await owner.get('/v1/index')).status).toBe(403);
    expect((await owner.post('/v1/index/rebuild', undefined)).status).toBe(403);
    expect((await house.anonymous.get('/v1/index')).status).toBe(401);
  });
});
