import type { Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

/** Compositions as tools, where something else is not as it was when they were published. */
let house: House;
let agent: Client;
let api: HttpApi;
let closed = 0;

type Answered = Envelope & Refusal;
const readOnly = { annotations: { readOnlyHint: true } };
const inputSchema = { type: 'object' };
const outputSchema = { type: 'object', properties: { is: { type: 'string' } }, required: ['is'] };

beforeAll(async () => {
  house = await startHouse();
  api = await startHttpApi(({ url }, response) => {
    if (url !== '/slow') answerJson(response, { is: url.slice(1) });
    else response.on('close', () => (closed += 1));
  });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  agent = await house.as('carl');
});
afterAll(async () => {
  await house.stop();
  await api.stop();
});

async function publish(name: string, more: object, version = '1.0.0') {
  const manifest = { name: `acme/${name}`, version, description: `The tool ${name}`, inputSchema };
  const answer = await house.admin.post<Refusal & { outputSchema?: object }>('/v1/tools', { ...manifest, ...more });
  await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  return answer;
}
const simple = (path: string, more: object = readOnly) => ({
  ...{ protocol: 'http', endpoint: { url: `${api.url}/${path}` }, outputSchema },
  ...more,
});
const whole = (notation: string, definition: object, more: object = readOnly) => ({
  ...{ protocol: 'composite', endpoint: { notation, definition } },
  ...more,
});
const one = (tool: string) => ({ steps: [{ id: 'a', tool: `acme/${tool}`, arguments: {} }] });
const call = (tool: string, more: object = {}, by = agent) =>
  by.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input: {}, ...more });
const setStatus = (tool: string, version: string, status: string) =>
  house.admin.patch(`/v1/tools/acme/${tool}/versions/${version}/status`, { status, reason: 'for this test' });

describe('a composition as a tool', () => {
  it('says what comes out of it where its parts do, in every notation', async () => {
    await publish('part', simple('part'));
    const step = { tool: 'acme/part', inputMapping: {} };
    const compose = await publish('by-compose', whole('compose', { mode: 'compose', steps: [step] }));
    expect(compose.body.outputSchema).toEqual(outputSchema);
    const chain = { parallel: { branches: { x: { tool: 'acme/part', input: {} } }, join: 'all' } };
    expect((await publish('by-chain', whole('chain', chain))).body.outputSchema).toMatchObject({
      properties: { x: outputSchema },
    });
    expect((await publish('by-plan', whole('plan', one('by-chain')))).body.outputSchema).toMatchObject({
      properties: { a: { properties: { x: outputSchema } } },
      required: ['a'],
    });
    const { body } = await call('by-plan');
    expect([body.output, body.validation.outcome]).toEqual([{ a: { x: { is: 'part' } } }, 'valid']);
  });

  it('is stopped before anything is called when ranges have come to lead in a circle', async () => {
    const any = { ...readOnly, outputSchema: { type: 'object' } };
    await publish('b', whole('plan', one('part'), any));
    await publish('a', whole('plan', one('b@^1'), any));
    await publish('a', whole('plan', one('part'), any), '1.1.0');
    expect((await publish('b', whole('plan', one('a@^1'), any), '1.1.0')).status).toBe(201);
    expect((await call('b')).body.status).toBe('succeeded');
    await setStatus('a', '1.1.0', 'YANKED');
    api.seen.length = 0;
    expect((await call('b')).body).toMatchObject({ code: 'tool_error', detail: expect.stringMatching(/nest/) });
    expect(api.seen).toEqual([]);
    const check = await agent.post<{ ok: boolean }>('/v1/plans/check', { plan: one('b') });
    expect([check.status, check.body.ok]).toEqual([200, false]);
  });

  it('does not run once a part of it does more than it promises', async () => {
    await publish('mild', simple('mild'));
    await publish('mild-whole', whole('plan', one('mild@>=1')));
    expect((await call('mild-whole')).body.status).toBe('succeeded');
    await publish('mild', simple('mild', { annotations: { destructiveHint: false } }), '2.0.0');
    api.seen.length = 0;
    expect((await call('mild-whole')).body).toMatchObject({
      code: 'tool_error',
      detail: expect.stringMatching(/readOnlyHint promises more than its part acme\/mild/),
    });
    expect(api.seen).toEqual([]);
  });

  it('is refused with the reason as soon as a part is revoked, and tells of one that is deprecated', async () => {
    await publish('old', simple('old'));
    await publish('old-whole', whole('plan', one('old')));
    await publish('older', simple('older'));
    await setStatus('older', '1.0.0', 'DEPRECATED');
    await publish('older-whole', whole('plan', one('older')));
    expect((await call('older-whole')).body.warnings).toContainEqual(expect.stringMatching(/^a: .*deprecated/));
    await house.admin.post('/v1/revocations', { target: 'acme/old', reason: 'it lies' });
    const refused = await call('old-whole');
    expect([refused.status, refused.body.code]).toEqual([410, 'version_revoked']);
    expect(refused.body.detail).toMatch(/old-whole cannot run for you: .*it lies/);
  });

  it('is denied with the policy that denies a part, and is not blamed for it', async () => {
    await publish('secret', simple('secret'));
    await publish('secret-whole', whole('plan', one('secret')));
    const text = 'forbid (principal, action, resource == Tool::"acme/secret");';
    expect((await house.admin.put('/v1/policies/no-secrets', { text })).status).toBe(201);
    const denied = await call('secret-whole');
    expect([denied.status, denied.body.code]).toEqual([403, 'denied']);
    expect(denied.body.detail).toMatch(/^a: /);
    await house.admin.post('/v1/namespaces', { name: 'other' });
    await publish('far', { ...simple('far'), name: 'other/far' });
    await house.admin.post('/v1/endorsements', { tool: 'other/far', organisation: 'default' });
    await publish('far-whole', whole('plan', { steps: [{ id: 'a', tool: 'other/far', arguments: {} }] }));
    expect((await call('far-whole')).status).toBe(200);
    const narrow = await house.as('nora', { namespaces: ['acme'] });
    const beyond = await call('far-whole', {}, narrow);
    expect([beyond.status, beyond.body.detail]).toEqual([
      403,
      expect.stringMatching(/cannot run for you: .*other\/far/),
    ]);
  });

  it('hands cancellation on to its parts', async () => {
    await publish('slow', simple('slow'));
    await publish('slow-whole', whole('plan', one('slow')));
    const id = crypto.randomUUID();
    const calling = call('slow-whole', { id });
    await eventually(() => api.seen.some(({ url }) => url === '/slow') || undefined, 'the part is called');
    expect((await agent.delete(`/v1/invocations/${id}`)).status).toBe(202);
    expect((await calling).body).toMatchObject({ code: 'cancelled' });
    await eventually(() => closed === 1 || undefined, 'the connection to the part is closed');
    const late = await call('slow-whole', { deadlineMs: 200 });
    expect([late.status, late.body.code]).toEqual([504, 'deadline_exceeded']);
    await eventually(() => closed === 2 || undefined, 'the part is given up with the whole');
  });

  it('is verified by its examples, with the rights of who published it, and nothing of that is a call', async () => {
    const good = { name: 'good', input: {}, output: { a: { is: 'part' } }, match: 'exact' };
    await publish('shown', whole('plan', one('part'), { ...readOnly, examples: [good] }));
    await publish(
      'shown-within',
      whole('plan', one('shown'), { ...readOnly, examples: [{ ...good, output: { a: good.output } }] }),
    );
    const runs = (await metric('assay_runs_total')).toString();
    for (const name of ['shown', 'shown-within']) {
      await house.admin.post(`/v1/tools/acme/${name}/verify`, undefined);
      const verified = await eventually(async () => {
        const path = `/v1/verifications?tool=acme/${name}`;
        const { body } = await house.admin.get<{ items: { outcome: string | null; checks: object[] }[] }>(path);
        return body.items.find((it) => it.checks?.length > 0);
      }, 'it is verified');
      expect(verified.checks).toMatchObject([{ name: 'good', outcome: 'passed' }]);
    }
    expect((await metric('assay_runs_total')).toString()).toBe(runs);
  });
});

async function metric(name: string): Promise<string[]> {
  const { body } = await house.admin.get<string>('/metrics');
  return body.split('\n').filter((line) => line.startsWith(name));
}

describe('a composition over MCP', () => {
  it('is a tool of a toolset with its own schema, tells how far it is, and names its parts', async () => {
    await publish(
      'two',
      whole('plan', { steps: [...one('part').steps, { id: 'b', tool: 'acme/part', arguments: {} }] }),
    );
    const made = await house.admin.post('/v1/toolsets', {
      name: 'desk',
      description: 'x',
      tools: [{ tool: 'acme/two' }],
    });
    expect(made.status).toBe(201);
    const client = new McpClient({ name: 'assay-e2e', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${await house.key('carl')}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp/toolsets/desk`), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      { name: 'two', outputSchema: { required: ['a', 'b'] }, annotations: { readOnlyHint: true } },
    ]);
    const heard: (string | undefined)[] = [];
    const result = (await client.callTool(
      { name: 'two', arguments: {} },
      { onprogress: ({ message }) => void heard.push(message) },
    )) as CallToolResult;
    expect(result.structuredContent).toEqual({ a: { is: 'part' }, b: { is: 'part' } });
    expect(heard).toEqual(['a: succeeded', 'b: succeeded']);
    await client.close();
    const { body } = await call('two');
    expect(body.provenance?.steps).toMatchObject([{ step: 'a', tool: 'acme/part', version: '1.0.0' }, { step: 'b' }]);
    const [first] = body.provenance?.steps ?? [];
    const part = await agent.get<Answered>(`/v1/invocations/${first?.invocationId}`);
    expect(part.body).toMatchObject({ tool: 'acme/part', provenance: { traceId: body.provenance?.traceId } });
  });
});

describe('the dry run of what calls compositions', () => {
  it('shows their contents: approvals, rejections, cost, and unknowns', async () => {
    const known = { sla: { p50Ms: 40, p95Ms: 90, p99Ms: 200, availability: 0.95 }, costPerCallUsd: 0.5 };
    await publish('dear', simple('dear', { ...known, annotations: { destructiveHint: true } }));
    await publish('cheap', simple('cheap', { ...readOnly, ...known, costPerCallUsd: 0.1 }));
    const steps = [...one('cheap').steps, { id: 'pay', tool: 'acme/dear', arguments: {}, after: ['a'] }];
    await publish('both', whole('plan', { steps }, {}));
    type Check = { estimate: Record<string, unknown> & { expectedMs: number; worstMs: number; reliability: number } };
    const { body } = await agent.post<Check>('/v1/plans/check', { plan: one('both') });
    expect(body.estimate).toMatchObject({
      ...{ approvals: ['a/pay'], refused: [], costUsd: { least: 0.6, most: 0.6 } },
      ...{ turns: { without: 2, with: 2 }, unknown: { latency: [], cost: [], reliability: [] } },
    });
    expect(body.estimate.reliability).toBeCloseTo(0.95 ** 2);
    expect(body.estimate.expectedMs).toBeGreaterThan(80);
    expect(body.estimate.worstMs).toBeLessThan(200);
    const within = await agent.post<Check>('/v1/plans/check', { plan: one('secret-whole') });
    expect(within.body.estimate).toMatchObject({
      refused: [{ step: 'a/a', why: expect.stringMatching(/no-secrets/) }],
    });
  });
});
