import type { Discover, DiscoveryAnswer, Envelope, LearningView, Problem, RuleView } from '@assay/contracts';
import { LearnFromCalls } from '@assay/discovery';
import { o200kTokens } from '@assay/models';
import { CHANGE_FEED } from '@assay/server';
import { FakeModel } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;
let agent: Client;

const tools = {
  'acme/mailer': 'Sends a letter to customers by mail',
  'acme/pigeon': 'Carries a letter to customers by bird',
  'acme/broken': 'Sends a letter to customers, and fails',
};

beforeAll(async () => {
  api = await startHttpApi(({ url }, response) => answerJson(response, { done: true }, url === '/broken' ? 500 : 200));
  house = await startHouse({ ASSAY_EGRESS_ALLOW: '127.0.0.1', ASSAY_KITS: 'files' });
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  for (const [name, description] of Object.entries(tools)) {
    const endpoint = { url: `${api.url}/${name.split('/')[1]}` };
    expect((await house.admin.post('/v1/tools', httpManifest(name, { description, endpoint }))).status).toBe(201);
    await house.admin.post('/v1/endorsements', { tool: name });
  }
  agent = await house.as('aria');
});
afterAll(async () => {
  await house.stop();
  await api.stop();
});

async function discover(body: Discover, by = agent): Promise<DiscoveryAnswer> {
  const { status, body: answer } = await by.post<DiscoveryAnswer>('/v1/discover', body);
  expect({ status, answer }).toMatchObject({ status: 200 });
  return answer;
}
const names = ({ results }: DiscoveryAnswer): string[] => results.map(({ tool }) => tool);
const call = (tool: string, parts: object, by = agent) =>
  by.post<Envelope>('/v1/invocations', { tool, input: { item: 'tea' }, ...parts });
const learnt = async (by = agent) => (await by.get<LearningView>('/v1/learning')).body;
/** What calls taught is written in groups, and read back through the change feed. */
async function settled(): Promise<void> {
  await house.application.get(LearnFromCalls).flush();
  await house.application.get(CHANGE_FEED).caughtUp();
}

describe('a token budget', () => {
  const query = 'send a letter to customers';

  it('is never exceeded by the answer as it is sent, and is spent on the best first', async () => {
    const count = await o200kTokens();
    for (const tokenBudget of [260, 400, 600, 900, 5_000]) {
      const answer = await agent.post<DiscoveryAnswer>('/v1/discover', { query, tokenBudget });
      const sent = count(JSON.stringify(answer.body));
      expect(sent).toBeLessThanOrEqual(tokenBudget);
      expect(answer.body.tokens).toMatchObject({ budget: tokenBudget });
      expect(answer.body.tokens?.used).toBeGreaterThanOrEqual(sent);
    }
    const roomy = await discover({ query, tokenBudget: 5_000 });
    expect(roomy.tokens).toMatchObject({ shortened: 0, dropped: 0 });
    expect(roomy.results.every(({ weaker, inputSchema }) => weaker === true || inputSchema !== undefined)).toBe(true);
  });

  it('is refused when nothing fits, with what would', async () => {
    const { status, body } = await agent.post<Problem>('/v1/discover', { query, tokenBudget: 20 });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_request' });
    expect(body.detail).toMatch(/allow at least \d+/);
  });
});

describe('learning', () => {
  const query = 'tell somebody about the anniversary letter';

  it('learns nothing while an administrator has switched it off', async () => {
    expect(await learnt()).toMatchObject({ enabled: true, outcomes: 0, changedAt: null });
    expect((await agent.put<Problem>('/v1/learning', { enabled: false })).status).toBe(403);
    expect((await house.admin.put('/v1/learning', { enabled: false })).status).toBe(200);
    const { discoveryId } = await discover({ query });
    await call('acme/pigeon', { discoveryId });
    await settled();
    expect(await learnt()).toMatchObject({ outcomes: 0 });
    expect((await house.admin.put<LearningView>('/v1/learning', { enabled: true })).body).toMatchObject({
      enabled: true,
    });
  });

  it('ranks what worked for similar tasks first, says so, and is shown', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { discoveryId } = await discover({ query: `${query} ${n}` });
      expect((await call('acme/pigeon', { discoveryId })).body.status).toBe('succeeded');
    }
    await call('acme/broken', { task: query });
    await settled();
    const answer = await discover({ query: `${query}, please`, strategy: 'learned' });
    expect(names(answer)[0]).toBe('acme/pigeon');
    expect(answer.results[0]?.why.join('; ')).toMatch(/worked for 4 similar tasks of yours/);
    const [pigeon] = (await learnt()).tools;
    expect(pigeon).toMatchObject({ tool: 'acme/pigeon', successes: 4, failures: 0 });
    expect((await learnt()).tools).toContainEqual(expect.objectContaining({ tool: 'acme/broken', failures: 1 }));
  });

  it('explains what it changed, and lets one caller move a tool in the searches of others by a bounded share', async () => {
    const asked = { query: `${query}, please`, explain: true };
    const own = await discover(asked);
    expect(own.learning).toEqual({ enabled: true, strength: expect.any(Number), maxShareOfOne: 0.25 });
    const pigeon = own.results.find(({ tool }) => tool === 'acme/pigeon')?.learning;
    expect(pigeon).toMatchObject({ rankAfter: 1, calls: { yours: 4, others: 0, failed: 0 } });
    expect(pigeon?.share).toBeGreaterThan(0.4);
    const other = await discover(asked, await house.as('bela'));
    const others = other.results.find(({ tool }) => tool === 'acme/pigeon');
    expect(others?.learning).toMatchObject({ calls: { yours: 0, others: 4, failed: 0 } });
    expect(others?.learning?.share).toBeLessThanOrEqual(0.5);
    expect((await discover(asked, house.anonymous)).learning).toMatchObject({ enabled: false });
    expect(await discover({ query })).not.toHaveProperty('learning');
  });

  it('is restored after a server restart', async () => {
    await house.restart();
    agent = await house.as('aria');
    expect(await learnt()).toMatchObject({ outcomes: 5 });
    const answer = await discover({ query: `${query}, please`, strategy: 'learned' });
    expect(answer.results[0]?.why.join('; ')).toMatch(/worked for 4 similar tasks of yours/);
  });

  it('is visible to nobody else', async () => {
    await house.admin.post('/v1/organisations', { name: 'other' });
    const stranger = await house.as('stan', { organisation: 'other' });
    expect(await learnt(stranger)).toMatchObject({ enabled: true, outcomes: 0, tools: [] });
    const answer = await discover({ query, constraints: { minTrust: 0 } }, stranger);
    expect(JSON.stringify(answer)).not.toMatch(/worked for|similar/);
    expect((await house.anonymous.get('/v1/learning')).status).toBe(401);
  });

  it('goes on after texts that no database keeps', async () => {
    for (const task of ['a\0letter', `${'x'.repeat(999)}😀`])
      expect((await call('acme/pigeon', { task })).body.status).toBe('succeeded');
    await settled();
    expect(await learnt()).toMatchObject({ outcomes: 7 });
    const refused = await house.admin.post<Problem>('/v1/rules', { when: 'query == "\0"', tool: 'acme/pigeon' });
    expect({ status: refused.status, detail: refused.body.detail }).toEqual({
      status: 422,
      detail: expect.stringContaining('NUL'),
    });
  });

  it('ties a call that names nothing to the search before it, and stores no personal data', async () => {
    const secret = `AKIAQ7ZTKXBMVWRSYNL${4}`;
    await discover({ query: `send a letter to tom.miller@miller-works.de about ${secret}` });
    expect((await call('acme/pigeon', {})).body.status).toBe('succeeded');
    await settled();
    const rows = await house.sql('SELECT task, weight FROM learnt_outcomes ORDER BY at DESC LIMIT 1');
    expect(rows).toEqual([{ task: expect.stringMatching(/^send a letter to … about/), weight: 0.5 }]);
    expect(JSON.stringify(await house.sql('SELECT task FROM learnt_outcomes'))).not.toMatch(/miller|AKIA/);
  });

  it("erases one principal's share, of oneself or by an administrator, and records it", async () => {
    const bela = await house.as('bela');
    await call('acme/mailer', { task: 'write a letter' }, bela);
    await settled();
    const before = (await learnt(house.admin)).principals;
    expect(before).toContainEqual({ principal: 'bela', outcomes: 1 });
    expect((await bela.delete<Problem>('/v1/learning/principals/aria')).body.code).toBe('forbidden');
    expect((await house.admin.delete<Problem>('/v1/learning/principals/nobody-here')).body.code).toBe('not_found');
    expect((await house.anonymous.delete('/v1/learning/principals/bela')).status).toBe(401);
    expect(await bela.delete('/v1/learning/principals/bela')).toMatchObject({ status: 200, body: { outcomes: 1 } });
    await settled();
    expect((await learnt(house.admin)).principals.map(({ principal }) => principal)).toEqual(['aria']);
    const audited = await house.sql("SELECT count(*)::int AS count FROM audit_records WHERE action = 'learning.erase'");
    expect(audited).toEqual([{ count: 1 }]);
  });

  it('is forgotten on request', async () => {
    expect((await house.admin.delete('/v1/learning')).status).toBe(204);
    expect(await learnt()).toMatchObject({ enabled: true, outcomes: 0, tools: [] });
    expect(JSON.stringify(await discover({ query }))).not.toMatch(/worked for/);
    expect(await house.sql('SELECT FROM learnt_outcomes')).toEqual([]);
  });
});

describe('rules and strategies', () => {
  const rule = { when: 'query.contains("letter") && has(state.cheap) && state.cheap', tool: 'acme/pigeon' };

  it('a rule chooses when its predicate holds', async () => {
    const { status, body } = await house.admin.post<RuleView>('/v1/rules', { ...rule, priority: 5 });
    expect({ status, body }).toMatchObject({ status: 201, body: { ...rule, priority: 5 } });
    const chosen = await discover({ query: 'send a letter', strategy: 'rules', state: { cheap: true } });
    expect(names(chosen)).toEqual(['acme/pigeon']);
    expect(chosen.results[0]?.why[0]).toContain('chosen by a rule');
    const none = await discover({ query: 'send a letter', strategy: 'rules' });
    expect({ names: names(none), steps: none.selection?.steps[0] }).toEqual({
      names: [],
      steps: expect.stringContaining('no rule of your organisation applies'),
    });
  });

  it('hybrid puts a rule’s choice first, and the gate last', async () => {
    const answer = await discover({ query: 'send a letter by mail', strategy: 'hybrid', state: { cheap: true } });
    expect(names(answer)[0]).toBe('acme/pigeon');
    expect(names(answer)).toContain('acme/mailer');
    expect(answer.selection?.steps.at(-1)).toMatch(/^gate: /);
  });

  it('policy says what may be called, and what may not comes last', async () => {
    await house.admin.post('/v1/organisations', { name: 'third' });
    const stranger = await house.as('tim', { organisation: 'third' });
    const answer = await discover(
      { query: 'send a letter', strategy: 'policy', constraints: { minTrust: 0 } },
      stranger,
    );
    expect(answer.results.length).toBeGreaterThan(0);
    expect(answer.results.every(({ callable }) => callable === 'no')).toBe(true);
  });

  it('llm asks the model that is configured, and takes only names of the shortlist', async () => {
    const model = await new FakeModel({ answer: () => '{"tools":["acme/pigeon","acme/invented"]}' }).start();
    try {
      await house.restart({ LLM_BASE_URL: model.url, LLM_MODEL: 'small' });
      agent = await house.as('aria');
      const answer = await discover({ query: 'a letter to customers', strategy: 'llm' });
      expect(names(answer)[0]).toBe('acme/pigeon');
      expect(names(answer)).toContain('acme/mailer');
      expect(JSON.stringify(answer)).not.toContain('invented');
      expect(answer.results[0]?.why[0]).toBe('chosen by the model small');
      const stranger = await house.anonymous.post('/v1/discover', { query: 'a letter', strategy: 'llm' });
      expect(stranger.status).toBe(401);
    } finally {
      await house.restart();
      agent = await house.as('aria');
      await model.stop();
    }
  });

  it('what a member does not see is not named by rules, nor by what was learnt', async () => {
    await house.admin.post('/v1/namespaces', { name: 'closed', visibility: 'private' });
    const endpoint = { url: `${api.url}/hidden` };
    await house.admin.post('/v1/tools', httpManifest('closed/hidden', { description: 'Burns a letter', endpoint }));
    const made = await house.admin.post<RuleView>('/v1/rules', { when: 'true', tool: 'closed/hidden' });
    expect((await call('closed/hidden', { task: 'burn a letter' }, house.admin)).body.status).toBe('succeeded');
    await settled();
    expect((await learnt(house.admin)).tools.map(({ tool }) => tool)).toContain('closed/hidden');
    const reports = [
      await learnt(),
      (await agent.get('/v1/rules')).body,
      await discover({ query: 'burn a letter', strategy: 'rules' }),
      await discover({ query: 'burn a letter', strategy: 'hybrid', constraints: { minTrust: 0 } }),
    ];
    expect(JSON.stringify(reports)).not.toContain('closed/hidden');
    expect((await house.admin.delete(`/v1/rules/${made.body.id}`)).status).toBe(204);
  });

  it("a rule’s choice respects demands in the query's words", async () => {
    const made = await house.admin.post<RuleView>('/v1/rules', { when: 'true', tool: 'acme/pigeon' });
    const answer = await discover({ query: 'send a letter, not pigeon', strategy: 'hybrid' });
    expect(answer.parsed.constraints.exclude).toEqual(['pigeon']);
    expect(names(answer)).not.toContain('acme/pigeon');
    expect((await house.admin.delete(`/v1/rules/${made.body.id}`)).status).toBe(204);
  });

  it('llm says what to set when there is no model', async () => {
    const { status, body } = await agent.post<Refusal>('/v1/discover', { query: 'send a letter', strategy: 'llm' });
    expect({ status, detail: body.detail }).toEqual({ status: 501, detail: expect.stringContaining('LLM_BASE_URL') });
  });

  it.each([
    ['no CEL', 'query ==', /not a predicate/],
    ['no yes or no', 'query', /gives a string/],
    ['an unknown name', 'quary.contains("x")', /Unknown variable/],
    ['a pattern', 'query.matches("(a+)+$")', /matches\(\) is not offered/],
    ['lists in lists', 'state.a.all(x, state.a.all(y, x != y))', /within another/],
  ])('a rule that is %s is refused', async (_, when, detail) => {
    const { status, body } = await house.admin.post<Problem>('/v1/rules', { when, tool: 'acme/pigeon' });
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: expect.stringMatching(detail) });
  });

  it('rules are an administrator’s, of the own organisation, and can be removed', async () => {
    expect((await agent.post('/v1/rules', rule)).status).toBe(403);
    const state = { text: 'x'.repeat(9_000) };
    expect((await agent.post('/v1/discover', { query: 'x', strategy: 'rules', state })).status).toBe(422);
    expect((await house.admin.post<Problem>('/v1/rules', { ...rule, tool: 'acme/nothing' })).status).toBe(404);
    const { body } = await agent.get<{ items: RuleView[] }>('/v1/rules');
    expect(body.items).toHaveLength(1);
    expect((await house.admin.delete(`/v1/rules/${body.items[0]?.id}`)).status).toBe(204);
    expect((await agent.get<{ items: RuleView[] }>('/v1/rules')).body.items).toEqual([]);
    expect((await house.admin.delete(`/v1/rules/${body.items[0]?.id}`)).status).toBe(404);
  });
});

describe('over MCP', () => {
  it('a budget bounds the text and the structured content, and a call hands its search on', async () => {
    const count = await o200kTokens();
    const client = new McpClient({ name: 'assay-e2e', version: '1.0.0' });
    const headers = { authorization: `Bearer ${await house.key('mona')}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit: { headers } }));
    const search = { query: 'send a letter to customers', tokenBudget: 600 };
    const found = await client.callTool({ name: 'search_tools', arguments: search });
    const answer = found.structuredContent as unknown as DiscoveryAnswer;
    expect(answer.results.length).toBeGreaterThan(0);
    expect(count((found.content as { text: string }[])[0]?.text ?? '')).toBeLessThanOrEqual(600);
    expect(count(JSON.stringify(answer))).toBeLessThanOrEqual(600);
    const { discoveryId } = answer;
    const called = await client.callTool({
      name: 'call_tool',
      arguments: { tool: 'acme/pigeon', input: { item: 'tea' }, discoveryId, task: 'send a letter' },
    });
    expect(called.structuredContent).toMatchObject({ status: 'succeeded' });
    await client.close();
    await settled();
    expect((await learnt(house.admin)).tools).toContainEqual(
      expect.objectContaining({ tool: 'acme/pigeon', tasks: ['send a letter'] }),
    );
    expect((await learnt()).tools).toContainEqual(expect.objectContaining({ tool: 'acme/pigeon', tasks: [] }));
  });

  it('a budget holds what the stateless revision adds to a result, too', async () => {
    const count = await o200kTokens();
    const authorization = `Bearer ${await house.key('nora')}`;
    for (const tokenBudget of [500, 550, 600, 650, 700, 750]) {
      const result = await searchStatelessly({ query: 'send a letter to customers', tokenBudget }, authorization);
      expect(result).toMatchObject({ resultType: 'complete', structuredContent: { tokens: { budget: tokenBudget } } });
      const { content: _content, ...rest } = result;
      expect(count(JSON.stringify(rest))).toBeLessThanOrEqual(tokenBudget);
    }
  });
});

async function searchStatelessly(args: object, authorization: string): Promise<{ content?: unknown }> {
  const protocol = 'io.modelcontextprotocol';
  const response = await fetch(`${house.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'search_tools',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name: 'search_tools', arguments: args },
        _meta: {
          [`${protocol}/protocolVersion`]: '2026-07-28',
          [`${protocol}/clientInfo`]: { name: 'assay-e2e', version: '1.0.0' },
          [`${protocol}/clientCapabilities`]: {},
        },
      },
    }),
  });
  return ((await response.json()) as { result: object }).result;
}
