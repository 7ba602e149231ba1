import type {
  CompactedSession,
  DiscoveryAnswer,
  Envelope,
  Invoke,
  KeptOutputView,
  SessionTokensView,
} from '@assay/contracts';
import { o200kTokens } from '@assay/models';
import { FakeModel } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';

const rows = Array.from({ length: 100 }, (_, index) => ({ id: index, customer: `Customer number ${index}` }));
const answers: Readonly<Record<string, unknown>> = {
  '/orders': { total: 100, orders: rows },
  '/invoices': { total: 100, invoices: rows },
  '/small': { id: 7 },
};

let house: House;
let api: HttpApi;
let model: FakeModel;
const connectTo = mcpClients();

beforeAll(async () => {
  api = await startHttpApi(({ url }, response) => answerJson(response, answers[url ?? ''] ?? {}));
  model = await new FakeModel({ answer: () => 'A hundred orders and a hundred invoices.' }).start();
  house = await startHouse({ ASSAY_EGRESS_ALLOW: '127.0.0.1', LLM_BASE_URL: model.url, LLM_MODEL: 'stand-in' });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  for (const name of ['orders', 'invoices', 'small']) {
    const parts = {
      ...{
        description: `Gives a ${name} answer`,
        inputSchema: { type: 'object', properties: { page: { type: 'number' } } },
      },
      ...{ endpoint: { url: `${api.url}/${name}` }, annotations: { readOnlyHint: true } },
    };
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, parts));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}` });
  }
});
afterAll(async () => {
  await house.stop();
  await api.stop();
  await model.stop();
});

async function call(tool: string, more: Partial<Invoke>, by: Client): Promise<Envelope> {
  const { status, body } = await by.post<Envelope>('/v1/invocations', { tool: `acme/${tool}`, input: {}, ...more });
  expect(status).toBe(200);
  return body;
}

describe('a session', () => {
  const tokensOf = async (by: Client, session: string) =>
    (await by.get<SessionTokensView>(`/v1/sessions/${session}/tokens`)).body;

  it('counts the definitions that searches put into the context, and a search may spend what is left', async () => {
    const gina = await house.as('gina');
    const query = { query: 'small answer', session: 'find', constraints: { minTrust: 0 } };
    const answer = (await gina.post<DiscoveryAnswer>('/v1/discover', query)).body;
    expect(answer.tokens?.used).toBe((await o200kTokens())(JSON.stringify(answer)));
    expect(answer.tokens).not.toHaveProperty('budget');
    const counted = await tokensOf(gina, 'find');
    expect(counted).toMatchObject({ calls: 0, tokens: { arguments: 0, result: 0 } });
    expect(counted.tokens.schemas).toBeGreaterThan(20);
    await gina.post('/v1/discover', query);
    expect((await tokensOf(gina, 'find')).tokens).toEqual(counted.tokens);

    const set = await gina.put<SessionTokensView>('/v1/sessions/find/window', { window: 5_200, system: 200 });
    expect(set.body.account).toMatchObject({ active: 904, left: 904 - counted.total });
    const bounded = (await gina.post<DiscoveryAnswer>('/v1/discover', { ...query, tokenBudget: 'session' })).body;
    expect(bounded.tokens).toMatchObject({ budget: 904 - counted.total });
    expect(bounded.tokens?.used).toBeLessThanOrEqual(904 - counted.total);
    expect(bounded.results[0]).toHaveProperty('inputSchema');
    await gina.put('/v1/sessions/find/window', { window: 4_100 });
    expect(await gina.post<Refusal>('/v1/discover', { ...query, tokenBudget: 'session' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('/v1/sessions/find/compact') },
    });
    expect(await gina.post<Refusal>('/v1/discover', { query: 'x', tokenBudget: 'session' })).toMatchObject({
      status: 422,
    });
  });

  it('counts the calls of plans that name it, over REST and over MCP', async () => {
    const key = await house.key('ida');
    const ida = house.client(key);
    const steps = ['a', 'b'].map((id) => ({ id, tool: 'acme/small', arguments: {} }));
    expect((await ida.post('/v1/plans/execute', { plan: { steps }, session: 'planned' })).status).toBe(200);
    const one = await tokensOf(ida, 'planned');
    expect([one.calls, one.tokens.result > 0, one.total > 0]).toEqual([2, true, true]);
    const mcp = await connectTo(`${house.url}/mcp`, key, '2025-11-25');
    const planned = await mcp.callTool({ name: 'execute_tool_plan', arguments: { steps, session: 'planned' } });
    expect(planned.isError).not.toBe(true);
    expect((await tokensOf(ida, 'planned')).calls).toBe(4);
    await ida.post('/v1/plans/execute', { plan: { steps } });
    expect((await tokensOf(ida, 'planned')).calls).toBe(4);
  });

  it('is compacted: earlier results in a shorter form, the whole behind a pointer', async () => {
    const hugo = await house.as('hugo');
    const first = await call('orders', { session: 'long' }, hugo);
    for (const name of ['small', 'invoices']) await call(name, { session: 'long' }, hugo);
    await hugo.put('/v1/sessions/long/window', { window: 50_000 });
    const before = await tokensOf(hugo, 'long');
    const { status, body } = await hugo.post<CompactedSession>('/v1/sessions/long/compact', { keepLast: 0 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      session: 'long',
      summary: 'A hundred orders and a hundred invoices.',
      isWithinBudget: true,
    });
    const [one] = body.results;
    expect(one?.tokens.saved).toBeGreaterThan(100);
    expect((await hugo.get<KeptOutputView>(one?.pointer.url ?? '')).body.content).toEqual(first.output);
    const after = await tokensOf(hugo, 'long');
    expect(after.released).toBe(body.saved);
    expect(after.account?.left).toBe((before.account?.left ?? 0) + body.saved);
    expect((await (await house.as('carl')).post('/v1/sessions/long/compact', {})).status).toBe(404);
    expect((await hugo.post('/v1/sessions/long/compact', { keepLast: -1 })).status).toBe(422);
  });
});
