import type { Entry, Envelope, LimitRuleView, LimitView, UsageView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow, type Refusal } from './client.js';
import { type House, startHouse } from './house.js';

type CallAnswer = Envelope & Refusal & { readonly retryAfterMs?: number; readonly limit?: object };

let house: House;
let api: HttpApi;
let reached = 0;
let owner: Client;
let carl: Client;
let cora: Client;

beforeAll(async () => {
  house = await startHouse();
  api = await startHttpApi(({ body }, response) => {
    reached += 1;
    const { item = '' } = JSON.parse(body || '{}') as { item?: string };
    answerJson(response, { text: item });
  });
  [owner, carl, cora] = await Promise.all([
    house.as('olga', { role: 'publisher' }),
    house.as('carl'),
    house.as('cora'),
  ]);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await house.admin.post('/v1/namespaces/acme/members', { principal: 'olga' });
  for (const tool of ['echo', 'shared', 'paid', 'dry', 'mcp']) await publish(tool);
});
afterAll(async () => {
  await house.stop();
  await api.stop();
});

async function publish(tool: string, version = '1.0.0') {
  const parts = { version, endpoint: { url: `${api.url}/${tool}` }, costPerCallUsd: 0.5 };
  const published = await owner.post<Entry & Refusal>('/v1/tools', httpManifest(`acme/${tool}`, parts));
  if (published.status === 201)
    await house.admin.post('/v1/endorsements', { tool: `acme/${tool}`, organisation: 'default' });
  return published;
}
const call = (tool: string, by = carl, query = '') =>
  by.post<CallAnswer>(`/v1/invocations${query}`, { tool: `acme/${tool}`, input: { item: 'tea' } });
const path = (name: string, subject: string) => `/v1/limits/${name}/${encodeURIComponent(subject)}`;
const set = (name: string, subject: string, limit: number, by = house.admin) =>
  by.put<LimitRuleView & Refusal>(path(name, subject), { limit });
const clear = (name: string, subject: string, by = house.admin) => by.delete<Refusal>(path(name, subject));
const limitsOf = (by: Client, tool?: string) =>
  everyRow<LimitView>(by, `/v1/limits?limit=2${tool === undefined ? '' : `&tool=${encodeURIComponent(tool)}`}`);

describe('limits of calls', () => {
  it('are shown to whom they bind, with what is left', async () => {
    const own = await limitsOf(carl);
    expect(own).toMatchObject([
      {
        name: 'caller.calls',
        subject: 'default/carl',
        limit: 300_000,
        windowSeconds: 60,
        share: null,
        source: 'default',
      },
    ]);
    const before = own[0]?.left ?? 0;
    await call('echo');
    expect((await limitsOf(carl))[0]?.left).toBe(before - 1);
    const withTool = await limitsOf(carl, 'acme/echo@^1');
    expect(withTool.map((it) => `${it.name} of ${it.subject}`)).toEqual([
      'provider.calls of default',
      'provider.calls.daily of default',
      'sandbox.calls.own of acme/echo',
      'caller.calls of default/carl',
    ]);
    expect(withTool[1]).toMatchObject({ calendar: true, limit: 50_000_000, windowSeconds: 86_400 });
    expect(withTool[2]?.left).toBeLessThan(withTool[2]?.limit ?? 0);
    expect((await limitsOf(owner)).map((it) => it.name)).toContain('provider.publications');
    expect((await house.anonymous.get('/v1/limits')).status).toBe(401);
    expect((await carl.get('/v1/limits?tool=acme%2Fnone')).status).toBe(404);
  });

  it('are named in the headers of an answer by the one that binds most', async () => {
    const { status, headers } = await call('echo');
    expect(status).toBe(200);
    expect(headers.get('ratelimit-policy')).toBe('"sandbox.calls.own";q=600;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"sandbox.calls.own";r=\d+$/);
  });

  it('refuse what goes beyond them, before the tool is reached, and say when to come back', async () => {
    expect((await set('tool.calls', 'acme/echo', 3)).body).toMatchObject({
      name: 'tool.calls',
      subject: 'acme/echo',
      limit: 3,
      windowSeconds: 60,
      setBy: 'administrator',
    });
    const before = reached;
    for (const left of [2, 1, 0]) {
      const answer = await call('echo');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit')).toMatch(`"tool.calls";r=${left}`);
    }
    const refused = await call('echo');
    expect(refused.status).toBe(429);
    expect(reached - before).toBe(3);
    const waitSeconds = Number(refused.headers.get('retry-after'));
    expect(waitSeconds).toBeGreaterThan(50);
    expect(waitSeconds).toBeLessThanOrEqual(61);
    expect(refused.headers.get('ratelimit')).toBe(`"tool.calls";r=0;t=${waitSeconds}`);
    expect(refused.body).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringMatching(
        /^The 3 calls of acme\/echo a minute \(tool\.calls\) are used up: try again in \d+ s\.$/,
      ),
      limit: { name: 'tool.calls', subject: 'acme/echo', limit: 3, windowSeconds: 60 },
      invocationStatus: 'failed',
      error: { class: 'rate_limited', retryable: true, outcome: 'none' },
    });
    expect(refused.body.retryAfterMs).toBeGreaterThan(50_000);
    expect(refused.body.trace.at(-2)).toMatchObject({ stage: 'limits', note: 'rate_limited' });
    expect(refused.body.attempted).toEqual([]);
    expect((await call('shared')).status).toBe(200);
    expect((await clear('tool.calls', 'acme/echo')).status).toBe(204);
    expect((await call('echo')).status).toBe(200);
    expect((await clear('tool.calls', 'acme/echo')).status).toBe(404);
  });

  it('leave others their share of what one caller floods', async () => {
    await set('tool.calls', 'acme/shared', 40);
    const flood = [];
    for (let turn = 0; turn < 40; turn += 1) flood.push((await call('shared')).status);
    const granted = flood.filter((status) => status === 200).length;
    expect(granted).toBeGreaterThan(34);
    expect(granted).toBeLessThan(40);
    expect((await call('shared')).body.detail).toMatch(
      /^Your fair share of 40 calls of acme\/shared a minute .*, \d+ as others call now/,
    );
    const others = [];
    for (let turn = 0; turn < 2; turn += 1) others.push((await call('shared', cora)).status);
    expect(others).toEqual([200, 200]);
  });

  it('are looked at by a dry run, which takes nothing', async () => {
    await set('tool.calls', 'acme/dry', 1);
    for (let turn = 0; turn < 3; turn += 1) expect((await call('dry', carl, '?dryRun=true')).status).toBe(200);
    expect((await call('dry')).status).toBe(200);
    expect((await call('dry', carl, '?dryRun=true')).status).toBe(429);
  });

  it('are not spent by calls that do not get as far', async () => {
    await set('tool.calls', 'acme/paid', 2);
    for (let turn = 0; turn < 4; turn += 1)
      expect((await carl.post('/v1/invocations', { tool: 'acme/paid', input: { item: {} } })).status).toBe(422);
    expect((await call('paid')).status).toBe(200);
    await clear('tool.calls', 'acme/paid');
  });

  it('are reported to MCP clients in the words of the envelope', async () => {
    await set('tool.calls', 'acme/mcp', 0);
    const requestInit = { headers: { authorization: `Bearer ${await house.key('mia')}` } };
    const client = new McpClient({ name: 'assay-e2e', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit }));
    const result = await client.callTool({
      name: 'call_tool',
      arguments: { tool: 'acme/mcp', input: { item: 'tea' } },
    });
    await client.close();
    const { isError, structuredContent } = result as { isError?: boolean; structuredContent: CallAnswer };
    expect(isError).toBe(true);
    expect(structuredContent.error).toMatchObject({ code: 'rate_limited' });
    expect(structuredContent.error?.message).toContain('tool.calls is 0');
  });
});

describe('setting limits', () => {
  it('is for administrators, of things that are there, in numbers that make sense', async () => {
    expect((await set('tool.calls', 'acme/echo', 1, owner)).status).toBe(403);
    expect((await set('tool.calls', 'acme/none', 1)).status).toBe(404);
    expect((await set('provider.calls', 'nobody', 1)).body.detail).toBe('No organisation "nobody".');
    expect((await set('caller.calls', 'default/nobody', 1)).status).toBe(404);
    expect((await set('namespace.calls', 'nowhere', 1)).status).toBe(404);
    expect((await set('address.logins', '10.0.0.1', 1)).body.detail).toContain('use "*"');
    expect((await set('calls', 'acme', 1)).body.detail).toContain('there are provider.calls');
    for (const limit of [-1, 0.5, 2_000_000_000])
      expect((await set('provider.calls', 'default', limit)).status).toBe(422);
    expect(await everyRow(house.admin, '/v1/limits/rules?name=provider.calls')).toEqual([]);
  });

  it("lets another organisation's administrator be strict with its own, and with nobody else", async () => {
    await house.admin.post('/v1/organisations', { name: 'umbrella' });
    const boss = await house.as('boss', { role: 'administrator', organisation: 'umbrella' });
    await house.key('worker', { organisation: 'umbrella' });
    expect((await set('caller.calls', 'worker', 100, boss)).body).toMatchObject({
      subject: 'umbrella/worker',
      setBy: 'boss',
    });
    const tooMuch = await set('caller.calls', 'umbrella/worker', 400_000, boss);
    expect([tooMuch.status, tooMuch.body.detail]).toEqual([403, expect.stringContaining('at most 300,000')]);
    expect((await set('provider.calls', 'umbrella', 1, boss)).status).toBe(403);
    expect((await set('caller.calls', '*', 1, boss)).status).toBe(403);
    expect((await set('caller.calls', 'default/carl', 1, boss)).status).toBe(404);
    expect((await set('tool.calls', 'acme/echo', 1, boss)).status).toBe(404);
    const seen = await everyRow<LimitRuleView>(boss, '/v1/limits/rules');
    expect(seen.map((it) => `${it.name} ${it.subject}`)).toEqual(['caller.calls umbrella/worker']);
  });

  it('is audited, holds after a restart, and follows a tool to its new name', async () => {
    await set('tool.calls', 'acme/dry', 1);
    await owner.post('/v1/tools/acme/dry/rename', { to: 'acme/wet' });
    await house.restart();
    [owner, carl, cora] = await Promise.all([
      house.as('olga', { role: 'publisher' }),
      house.as('carl'),
      house.as('cora'),
    ]);
    const rules = await everyRow<LimitRuleView>(house.admin, '/v1/limits/rules?limit=1&name=tool.calls');
    expect(rules.map((it) => it.subject)).toContain('acme/wet');
    expect((await call('dry')).status).toBe(200);
    expect((await call('wet')).status).toBe(429);
    const audit = await everyRow<{ action: string; subject: string }>(house.admin, '/v1/audit');
    expect(audit.map((it) => `${it.action} ${it.subject}`)).toEqual(
      expect.arrayContaining(['limit.set acme/dry', 'limit.clear acme/echo']),
    );
  });
});

describe('other limits', () => {
  it('bound publications, of which the same content again is none', async () => {
    // What was published before counts, over the restart as well.
    const before = (await limitsOf(house.admin)).find(({ name }) => name === 'provider.publications') as LimitView;
    await set('provider.publications', 'default', before.limit - before.left + 2);
    expect((await publish('echo', '1.0.1')).status).toBe(201);
    expect((await publish('echo', '1.0.1')).status).toBe(200);
    expect((await publish('echo', '1.0.2')).status).toBe(201);
    const refused = await publish('echo', '1.0.3');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await owner.get('/v1/tools/acme/echo/versions/1.0.3')).status).toBe(404);
    await clear('provider.publications', 'default');
    expect((await publish('echo', '1.0.3')).status).toBe(201);
  });

  it('bound publications through the registry API alike', async () => {
    const server = (version: string) =>
      owner.post<{ title: string; detail: string }>('/v0/publish', {
        $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
        name: 'acme/server',
        description: 'A server to test with.',
        version,
      });
    await set('provider.publications', 'default', 1_000);
    const left = async () =>
      (await limitsOf(owner)).find(({ name }) => name === 'provider.publications')?.left as number;
    const before = await left();
    expect((await server('1.0.0')).status).toBe(200);
    expect((await server('1.0.0')).status).toBe(400);
    expect(await left()).toBe(before - 1);
    await set('provider.publications', 'default', 0);
    expect((await server('1.0.1')).status).toBe(429);
    await clear('provider.publications', 'default');
  });

  it('bound the wrong credentials that one address sends, at every edge', async () => {
    await set('address.failures', '*', 3);
    const late = await house.as('late');
    const guesser = house.client('ask_wrong');
    const tries = [
      () => guesser.get('/v1/tools'),
      () => guesser.post('/v1/invocations', {}),
      () => guesser.post('/v0/publish', {}),
      () => guesser.post('/mcp', {}),
      () => guesser.get('/v1/tools'),
    ];
    const statuses = [];
    for (const one of tries) statuses.push((await one()).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const refused = await late.get<Refusal>('/v1/tools');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await carl.get('/v1/tools')).status).toBe(200);
    expect((await house.anonymous.get('/v1/tools')).status).not.toBe(429);
    await clear('address.failures', '*');
  });

  it('bound the credentials that one address hands in at the registry API', async () => {
    await set('address.logins', '*', 3);
    const logIn = () => house.anonymous.post<{ detail: string }>('/v0/auth/oidc', { oidc_token: 'none' });
    for (let turn = 0; turn < 3; turn += 1) expect((await logIn()).status).toBe(501);
    const refused = await logIn();
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toContain('logins from 127.0.0.1');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await house.anonymous.get('/v0/servers')).status).toBe(200);
    await clear('address.logins', '*');
  });
});

describe('usage', () => {
  const usage = (by: Client, query: string) => everyRow<UsageView>(by, `/v1/usage?limit=1&${query}`);

  it('is added up by tool, caller and day, for whom it concerns', async () => {
    await call('paid');
    await call('paid', cora);
    await house.application.domain.trust.log.flush();
    const mine = await usage(carl, 'by=tool&tool=acme%2Fpaid');
    expect(mine).toEqual([
      { tool: 'acme/paid', organisation: null, caller: null, day: null, calls: 2, failures: 0, costUsd: 1 },
    ]);
    expect(await usage(carl, 'by=caller&side=provider')).toEqual([]);
    const ofTools = await usage(owner, 'by=caller&side=provider&tool=acme%2Fpaid');
    expect(ofTools.map((it) => [it.organisation, it.caller, it.calls, it.costUsd]).sort()).toEqual([
      ['default', 'carl', 2, 1],
      ['default', 'cora', 1, 0.5],
    ]);
    const all = await usage(house.admin, 'by=day');
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ day: new Date().toISOString().slice(0, 10), failures: 0 });
    expect(all[0]?.calls).toBeGreaterThan(30);
    expect(await usage(house.admin, 'since=2020-01-01&until=2020-12-31')).toEqual([]);
    expect((await carl.get('/v1/usage?since=2026-02-01&until=2026-01-01')).status).toBe(422);
    expect((await carl.get('/v1/usage?by=colour')).status).toBe(422);
    expect((await house.anonymous.get('/v1/usage')).status).toBe(401);
  });
});
