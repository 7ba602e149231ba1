import type { Envelope, ListedCallView, TrustView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';
import { MovedClock } from './moved-clock.js';

type Answered = Envelope & Refusal;
interface Listed {
  readonly items: readonly ListedCallView[];
  readonly nextCursor: string | null;
}

let house: House;
let carl: Client;
let carlKey: string;
let dana: Client;
let stranger: Client;
const clock = new MovedClock();
const api = new CountingApi();
const connectMcp = mcpClients();
const readOnly = { readOnlyHint: true };
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;

/** The tools answer how often they have been called with a line. */
const call = (tool: string, line: string, by: Client, more: object = {}) =>
  by.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input: { line }, ...more });
const countIn = ({ body }: { readonly body: Answered }) => (body.output as { readonly count?: number }).count;
const list = (by: Client, query = '') => by.get<Listed & Refusal>(`/v1/invocations${query}`);

beforeAll(async () => {
  house = await startHouse({}, clock);
  const { admin } = house;
  await admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await admin.post('/v1/organisations', { name: 'rival' });
  const endpoint = { url: `${await api.start()}/plain` };
  for (const [name, parts] of [
    ['own', { cache: { ttlSeconds: 60, scope: 'caller' }, costPerCallUsd: 0.5 }],
    ['shared', { cache: { ttlSeconds: 60, scope: 'organisation' } }],
    ['plain', {}],
  ] as const) {
    const manifest = httpManifest(`acme/${name}`, { inputSchema, endpoint, annotations: readOnly, ...parts });
    expect((await admin.post('/v1/tools', manifest)).status).toBe(201);
    await admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  carlKey = await house.key('carl');
  carl = house.client(carlKey);
  dana = await house.as('dana');
  stranger = await house.as('stan', { role: 'administrator', organisation: 'rival' });
  await stranger.post('/v1/endorsements', { tool: 'acme/shared', organisation: 'rival' });
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

describe('a tool that declares a cache', () => {
  it('is published only when it reads, and its manifest shows the cache', async () => {
    const endpoint = { url: 'https://api.acme.example/plain' };
    const cache = { ttlSeconds: 60, scope: 'caller' } as const;
    const acting = httpManifest('acme/acting', { inputSchema, endpoint, cache });
    expect(await house.admin.post('/v1/tools', acting)).toMatchObject({
      status: 422,
      body: { code: 'invalid_manifest', errors: [{ path: '/cache' }] },
    });
    expect((await carl.get('/v1/tools/acme/own/versions/1.0.0')).body).toMatchObject({ cache });
  });

  it('answers an equal call with the earlier result and its age, until its time is over', async () => {
    const first = await call('own', 'a', carl);
    expect(first.body).toMatchObject({ status: 'succeeded', provenance: { freshness: 'live' } });
    clock.skippedMs += 30_000;
    const again = await call('own', 'a', carl);
    expect([again.status, countIn(again)]).toEqual([200, 1]);
    expect(again.body).toMatchObject({
      status: 'succeeded',
      provenance: { freshness: 'cached', resultDigest: first.body.provenance?.resultDigest },
      receipt: { hash: expect.any(String) },
    });
    expect(again.body.id).not.toBe(first.body.id);
    expect(again.body.provenance?.ageMs).toBeGreaterThanOrEqual(30_000);
    const read = await carl.get<Envelope>(`/v1/invocations/${again.body.id}`);
    expect(read.body).toMatchObject({ output: again.body.output, provenance: { freshness: 'cached' } });
    clock.skippedMs += 31_000;
    expect(countIn(await call('own', 'a', carl))).toBe(2);
    const metrics = await house.anonymous.get<string>('/metrics');
    expect(metrics.body).toContain('assay_cached_results_total{from="kept"} 1\n');
    expect(metrics.body).toContain('assay_cached_results_total{from="made"} 2\n');
  });

  it('is called for cache: "no"; a value that does not exist is refused', async () => {
    await call('own', 'b', carl);
    expect(countIn(await call('own', 'b', carl, { cache: 'no' }))).toBe(2);
    expect(countIn(await call('own', 'b', carl))).toBe(1);
    expect(await call('own', 'b', carl, { cache: 'yes' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/cache' }] },
    });
  });

  it('shares results as its scope says, and with no other organisation', async () => {
    expect([await call('own', 'c', carl), await call('own', 'c', dana)].map(countIn)).toEqual([1, 2]);
    expect([await call('shared', 'd', carl), await call('shared', 'd', dana)].map(countIn)).toEqual([1, 1]);
    expect(countIn(await call('shared', 'd', stranger))).toBe(2);
  });

  it('costs nothing and is no evidence when it is not called', async () => {
    const eve = await house.as('eve');
    const limited = await house.admin.put('/v1/limits/caller.cost.daily/eve', { limit: 0.6 });
    expect(limited.status).toBe(200);
    const answers = [await call('own', 'e', eve), await call('own', 'e', eve), await call('own', 'e', eve)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await list(eve);
    expect(body.items.map(({ costUsd, cached }) => [costUsd, cached])).toEqual([
      [0, true],
      [0, true],
      [0.5, false],
    ]);
    const samples = async () =>
      (await house.admin.get<TrustView>('/v1/tools/acme/own/trust')).body.signals.map(({ sampleSize }) => sampleSize);
    const before = await samples();
    await call('own', 'e', eve);
    expect(await samples()).toEqual(before);
  });

  it('is called once for equal calls at the same time, also when the first is cancelled', async () => {
    const held = api.hold();
    const stop = new AbortController();
    const cancelled = carl
      .post<Answered>('/v1/invocations', { tool: 'acme/own', input: { line: 'f' } }, { signal: stop.signal })
      .catch(() => undefined);
    await held;
    const next = api.hold();
    const others = [call('own', 'f', carl), call('own', 'f', carl)];
    stop.abort();
    await cancelled;
    (await next).answer();
    const answers = await Promise.all(others);
    expect(answers.map(({ body }) => body.status)).toEqual(['succeeded', 'succeeded']);
    expect(answers.map(({ body }) => body.provenance?.freshness).sort()).toEqual(['cached', 'live']);
  });

  it('is checked for each caller: a policy on results holds for cached ones', async () => {
    await call('shared', 'mail: bob.miller@acme-corp.com', carl);
    const text =
      '@id("no-mail") forbid(principal == Principal::"default/dana", action == Action::"return", resource) when { context.outputFindings.contains("personal.email") };';
    const put = await house.admin.put<Refusal>('/v1/policies/no-mail', { text });
    expect(put.body.detail).toBeUndefined();
    expect(await call('shared', 'mail: bob.miller@acme-corp.com', dana)).toMatchObject({
      status: 403,
      body: { code: 'denied' },
    });
    expect((await call('shared', 'mail: bob.miller@acme-corp.com', carl)).body).toMatchObject({
      status: 'succeeded',
      provenance: { freshness: 'cached' },
    });
    await house.admin.delete('/v1/policies/no-mail');
  });

  it('is cached for MCP clients, which say cache: "no" too', async () => {
    const client = await connectMcp(`${house.url}/mcp`, carlKey, '2025-11-25');
    const over = async (more: object = {}) => {
      const called = await client.callTool({
        name: 'call_tool',
        arguments: { tool: 'acme/own', input: { line: 'g' }, ...more },
      });
      return (called.structuredContent as { freshness?: string }).freshness ?? 'live';
    };
    expect([await over(), await over(), await over({ cache: 'no' })]).toEqual(['live', 'cached', 'live']);
  });

  it('forgets its results when it is revoked, and does not remember them afterwards', async () => {
    await call('shared', 'h', carl);
    const revoked = await house.admin.post<{ id: string }>('/v1/revocations', {
      target: 'acme/shared',
      reason: 'It lies.',
    });
    expect((await call('shared', 'h', carl)).status).toBe(410);
    await house.admin.delete(`/v1/revocations/${revoked.body.id}`);
    expect((await call('shared', 'h', carl)).body).toMatchObject({ provenance: { freshness: 'live' } });
  });
});

describe('the list of calls', () => {
  it('has the caller’s own calls, newest first, with filters', async () => {
    const fred = await house.as('fred');
    const begun = Date.now() + clock.ahead;
    const one = await call('plain', 'a', fred, { session: 'trip' });
    const two = await call('own', 'b', fred);
    const wrong = await fred.post<Answered & { invocationId?: string }>('/v1/invocations', {
      tool: 'acme/own',
      input: {},
    });
    expect(wrong.status).toBe(422);
    const { items } = (await list(fred)).body;
    expect(items.map(({ id }) => id).slice(1)).toEqual([two.body.id, one.body.id]);
    expect(items[0]).toMatchObject({ status: 'failed', code: 'invalid_input', costUsd: 0, tool: 'acme/own' });
    expect(items[2]).toEqual({
      ...{ id: one.body.id, tool: 'acme/plain', version: '1.0.0', status: 'succeeded', caller: 'fred' },
      ...{ session: 'trip', startedAt: expect.any(String), notBefore: null, ms: expect.any(Number), code: null },
      ...{ costUsd: null, cached: false },
    });
    const ids = async (query: string) => (await list(fred, query)).body.items.map(({ id }) => id);
    expect(await ids('?tool=acme/plain')).toEqual([one.body.id]);
    expect(await ids('?tool=acme/plain@2.0.0')).toEqual([]);
    expect(await ids('?status=failed')).toEqual([items[0]?.id]);
    expect(await ids('?session=trip')).toEqual([one.body.id]);
    expect(await ids(`?since=${new Date(begun - 1_000).toISOString()}`)).toHaveLength(3);
    expect(await ids(`?since=${new Date(begun + 3_600_000).toISOString()}`)).toEqual([]);
    expect(await list(fred, '?status=lost')).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/query/status' }] },
    });
    expect(await list(fred, '?tool=no slash')).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/query/tool' }] },
    });
    expect((await list(fred, '?cursor=abc')).status).toBe(422);
  });

  it('is paged by a cursor', async () => {
    const gina = await house.as('gina');
    const made: string[] = [];
    for (const line of ['a', 'b', 'c', 'd', 'e']) made.unshift((await call('plain', line, gina)).body.id);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await list(gina, `?limit=2${cursor}`);
      seen.push(...body.items.map(({ id }) => id));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual(made);
  });

  it('has the calls of the whole organisation for its administrators, and nobody else’s', async () => {
    const callers = async (by: Client) =>
      new Set((await list(by, '?limit=200')).body.items.map(({ caller }) => caller));
    expect(await callers(carl)).toEqual(new Set(['carl']));
    expect(await callers(stranger)).toEqual(new Set(['stan']));
    expect([...(await callers(house.admin))]).toEqual(expect.arrayContaining(['carl', 'dana', 'eve']));
    expect((await list(house.anonymous)).status).toBe(401);
  });

  it('has no dry runs', async () => {
    const hans = await house.as('hans');
    expect((await hans.post('/v1/invocations?dryRun=true', { tool: 'acme/plain', input: { line: 'a' } })).status).toBe(
      200,
    );
    expect((await list(hans)).body.items).toEqual([]);
  });
});
