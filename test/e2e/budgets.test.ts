import type { DashboardView, Envelope, LimitRuleView, LimitView, Problem, UsageView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

type Answered = Envelope & Refusal & { readonly limit?: { readonly name: string; readonly limit: number } };

interface Groups {
  readonly items: readonly { readonly name: string | null; readonly calls: number }[];
  readonly nextCursor: string | null;
}

const dear = (url: string, costPerCallUsd: number) => ({
  endpoint: { url },
  costPerCallUsd,
  annotations: { readOnlyHint: true },
});

describe('budgets', () => {
  let house: House;
  let api: HttpApi;
  let failing = false;
  beforeAll(async () => {
    house = await startHouse();
    api = await startHttpApi((_request, response) => {
      if (failing) response.destroy();
      else answerJson(response, { text: 'tea' });
    });
    await house.admin.post('/v1/namespaces', { name: 'acme' });
    await house.admin.post('/v1/tools', httpManifest('acme/dear', dear(`${api.url}/dear`, 0.25)));
    await house.admin.post('/v1/tools', httpManifest('acme/free', dear(`${api.url}/free`, 0)));
    for (const tool of ['acme/dear', 'acme/free'])
      await house.admin.post('/v1/endorsements', { tool, organisation: 'default' });
  });
  afterAll(async () => {
    await house.stop();
    await api.stop();
  });
  const call = (by: Client, tool = 'dear', more: object = {}) =>
    by.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input: { item: 'tea' }, ...more });
  const set = (name: string, subject: string, limit: number) =>
    house.admin.put<LimitRuleView & Problem>(`/v1/limits/${name}/${encodeURIComponent(subject)}`, { limit });

  it('of a day are spent by what calls cost, shown, and then refuse with the time', async () => {
    const carl = await house.as('carl');
    const put = await set('caller.cost.daily', 'default/carl', 0.6);
    expect(put.body).toMatchObject({ unit: 'usd', limit: 0.6, windowSeconds: 86_400 });
    const first = await call(carl);
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-policy')).toBe('"caller.cost.daily";q=600000;qu="micro-usd";w=86400');
    expect(first.headers.get('ratelimit')).toBe('"caller.cost.daily";r=350000');
    expect((await call(carl)).status).toBe(200);
    const refused = await call(carl);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.detail).toContain('$0.10 is left');
    expect(refused.body.limit).toMatchObject({ name: 'caller.cost.daily', limit: 0.6 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(carl, 'free')).status).toBe(200);
    const { body } = await carl.get<{ items: LimitView[] }>('/v1/limits?tool=acme%2Fdear');
    expect(body.items.find((it) => it.name === 'caller.cost.daily')).toMatchObject({ unit: 'usd', left: 0.1 });
    await eventually(async () => {
      const usage = await carl.get<{ items: UsageView[] }>('/v1/usage?by=tool');
      return usage.body.items.find((it) => it.tool === 'acme/dear')?.costUsd === 0.5 || undefined;
    }, 'usage shows what was spent');
  });

  it('give back what was not used', async () => {
    const rita = await house.as('rita');
    await set('caller.cost.daily', 'default/rita', 0.25);
    await set('call.cost', 'default/rita', 0.25);
    const rehearsed = await rita.post<Answered>('/v1/invocations?dryRun=true', {
      tool: 'acme/dear',
      input: { item: 'tea' },
    });
    expect(rehearsed.status).toBe(200);
    expect((await call(rita, 'dear', { input: {} })).status).toBe(422);
    expect((await call(rita)).status).toBe(200);
    expect((await call(rita)).status).toBe(429);
  });

  it('of one call, of a session and of an organisation', async () => {
    const sam = await house.as('sam');
    await set('call.cost', 'default/sam', 0.2);
    const tooDear = await call(sam);
    expect([tooDear.status, tooDear.body.limit?.name]).toEqual([429, 'call.cost']);
    expect(tooDear.body.detail).toContain('costs $0.25');
    await house.admin.delete('/v1/limits/call.cost/default%2Fsam');
    await set('session.calls', 'default/sam', 1);
    expect((await call(sam, 'dear', { session: 'one' })).status).toBe(200);
    expect((await call(sam, 'dear', { session: 'one' })).body.limit?.name).toBe('session.calls');
    expect((await call(sam, 'dear', { session: 'two' })).status).toBe(200);
    await set('session.cost', 'default/sam', 0.25);
    await set('session.calls', 'default/sam', 9);
    expect((await call(sam, 'dear', { session: 'three' })).status).toBe(200);
    expect((await call(sam, 'dear', { session: 'three' })).body.limit?.name).toBe('session.cost');
    await set('organisation.cost.daily', 'default', 0.1);
    expect((await call(await house.as('tom'))).body.limit?.name).toBe('organisation.cost.daily');
    await house.admin.delete('/v1/limits/organisation.cost.daily/default');
  });

  it('are refused where they cannot be meant, and changed by administrators', async () => {
    expect((await set('caller.calls', 'default/carl', 1.5)).status).toBe(422);
    expect((await set('session.cost', 'default/carl', 5_000)).body.errors?.[0]?.path).toBe('/limit');
    const carl = await house.as('carl');
    expect((await carl.put('/v1/limits/caller.cost.daily/default%2Fcarl', { limit: 99 })).status).toBe(403);
  });

  it('count an upstream that was reached and failed', async () => {
    const uma = await house.as('uma');
    await set('caller.cost.daily', 'default/uma', 0.25);
    failing = true;
    expect((await call(uma)).status).toBe(502);
    failing = false;
    expect((await call(uma)).status).toBe(429);
  });

  it('are shown by the dashboard with everything else that calls took', async () => {
    const vera = await house.as('vera');
    for (const item of ['tea', 'tea']) await vera.post('/v1/invocations', { tool: 'acme/dear', input: { item } });
    await call(vera, 'free', { input: {} });
    const shown = await eventually(async () => {
      const { body } = await vera.get<DashboardView>('/v1/dashboard');
      return body.total.calls === 3 ? body : undefined;
    }, 'the calls are counted');
    expect(shown).toMatchObject({
      periodSeconds: 3_600,
      total: {
        ...{ failures: 1, costUsd: 0.5, statuses: { succeeded: 2, failed: 1 } },
        errors: [{ code: 'invalid_input', class: 'invalid_input', calls: 1 }],
        latency: { p50Ms: expect.any(Number) },
      },
    });
    expect(shown.total.tokens).toBeGreaterThan(0);
    const paths = ['by=tool', 'by=caller&order=costUsd', 'by=team', 'limit=1&order=costUsd'];
    const [tools, callers, teams, page] = await Promise.all(
      paths.map(async (path) => (await vera.get<Groups>(`/v1/dashboard/groups?${path}`)).body),
    );
    expect(tools?.items.map(({ name, calls }) => [name, calls])).toEqual([
      ['acme/dear', 2],
      ['acme/free', 1],
    ]);
    expect([callers?.items[0]?.name, teams?.items]).toEqual(['vera', []]);
    const next = `/v1/dashboard/groups?limit=1&order=costUsd&cursor=${page?.nextCursor}`;
    expect((await vera.get<Groups>(next)).body.items[0]?.name).toBe('acme/free');
    expect((await vera.get('/v1/dashboard/trust')).body).toEqual({ items: [] });
    const everyone = await house.admin.get<Groups>('/v1/dashboard/groups?by=caller');
    expect(everyone.body.items.map(({ name }) => name)).toContain('vera');
  });

  it('follow the dashboard as it is counted, and refuse what it cannot show', async () => {
    const vera = await house.as('vera');
    const bad = ['since=2026-01-01T00:00:00Z&until=2025-01-01T00:00:00Z', 'since=yesterday', 'x=1'];
    for (const query of bad) expect((await vera.get(`/v1/dashboard?${query}`)).status).toBe(422);
    expect((await vera.get('/v1/dashboard/groups?cursor=bm9uZQ')).status).toBe(422);
    expect((await vera.get('/v1/dashboard?caller=carl')).status).toBe(403);
    expect((await vera.get('/v1/dashboard/events?team=none')).status).toBe(404);
    expect((await house.anonymous.get('/v1/dashboard')).status).toBe(401);
    const events = await fetch(`${house.url}/v1/dashboard/events`, {
      headers: { authorization: `Bearer ${house.adminKey}` },
    });
    const reader = events.body?.getReader();
    const text = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text).toMatch(/event: counted\ndata: \{"countedAt":"/);
  });
});
