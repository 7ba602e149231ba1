import type {
  Envelope,
  PolicyDecisionView,
  PolicyTrial,
  PolicyVersionView,
  PolicyView,
  Problem,
} from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

type Answered = Envelope & Refusal & { readonly policies?: readonly { readonly id: string }[] };
const membersOfPolicies = ['changedAt', 'changedBy', 'description', 'digest', 'id', 'shipped', 'text', 'version'];

let house: House;
const api = new CountingApi();
let carl: Client;
let olga: Client;

const tools: Record<string, object | undefined> = {
  read: { readOnlyHint: true },
  write: { readOnlyHint: false, destructiveHint: false },
  wipe: { readOnlyHint: false, destructiveHint: true },
  mute: undefined,
};
const inputSchema = {
  type: 'object',
  properties: { line: { type: 'string' }, amount: { type: 'number' } },
  required: ['line'],
};
const call = (by: Client, tool: string, more: object = {}, input: object = {}) =>
  by.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input: { line: tool, ...input }, ...more });

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'files' });
  const { admin } = house;
  const url = await api.start();
  carl = await house.as('carl');
  olga = await house.as('olga');
  await admin.post('/v1/namespaces', { name: 'acme' });
  await admin.post('/v1/namespaces/acme/members', { principal: 'olga' });
  for (const [name, annotations] of Object.entries(tools)) {
    const endpoint = { url: `${url}/plain` };
    const capabilities = ['data.store.write'];
    await admin.post(
      '/v1/tools',
      httpManifest(`acme/${name}`, { inputSchema, endpoint, capabilities, ...(annotations && { annotations }) }),
    );
    await admin.post(`/v1/tools/acme/${name}/versions/1.0.0/stage`, { to: 'BETA', reason: 'for strangers' });
  }
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

describe('the policies that ship', () => {
  it.each([
    ['carl', 'read', 200, 'ALLOW by default#declared-harmless v0, default#read-only v0'],
    ['carl', 'write', 200, 'ALLOW by default#declared-harmless v0'],
    ['carl', 'wipe', 202, 'REQUIRE_APPROVAL by default#destructive v0'],
    ['carl', 'mute', 202, 'REQUIRE_APPROVAL by default#undeclared v0'],
    ['olga', 'read', 200, 'ALLOW'],
    ['olga', 'write', 200, 'ALLOW'],
    ['olga', 'mute', 200, 'ALLOW by default#members-and-granted v0, default#with-approval v0'],
    ['olga', 'wipe', 202, 'REQUIRE_APPROVAL by default#destructive v0'],
  ])('%s calls %s: %i, over HTTP', async (who, tool, status, note) => {
    const before = api.effects.get(tool) ?? 0;
    const answer = await call(who === 'carl' ? carl : olga, tool);
    expect(answer.status).toBe(status);
    expect(answer.body.status).toBe(status === 200 ? 'succeeded' : 'awaiting_approval');
    expect(answer.body.trace.find(({ stage }) => stage === 'policy')?.note).toContain(note);
    expect((api.effects.get(tool) ?? 0) - before).toBe(status === 200 ? 1 : 0);
  });

  it.each([
    ['read', 'succeeded'],
    ['write', 'succeeded'],
    ['wipe', 'awaiting_approval'],
    ['mute', 'awaiting_approval'],
  ])('a stranger calls %s over MCP: %s', async (tool, status) => {
    const key = await house.key('carl');
    const client = new McpClient({ name: 'e2e', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    );
    const before = api.effects.get(tool) ?? 0;
    const result = await client.callTool({
      name: 'call_tool',
      arguments: { tool: `acme/${tool}`, input: { line: tool } },
    });
    expect(result.structuredContent).toMatchObject({ status });
    expect((api.effects.get(tool) ?? 0) - before).toBe(status === 'succeeded' ? 1 : 0);
    await client.close();
  });

  it('a grant of a capability, and an endorsement, let one call what declares nothing, and nothing destructive', async () => {
    const { admin } = house;
    const gina = await house.as('gina');
    const grant = { principal: 'gina', capability: 'data.store', actions: ['call'] };
    expect((await admin.post('/v1/grants', grant)).status).toBe(201);
    expect((await call(gina, 'mute')).status).toBe(200);
    expect((await call(gina, 'wipe')).status).toBe(202);
    for (const tool of ['acme/mute', 'acme/wipe']) {
      const endorsed = await admin.post<{ id: string }>('/v1/endorsements', { tool, organisation: 'default' });
      expect((await call(carl, tool.slice(5))).status).toBe(tool === 'acme/mute' ? 200 : 202);
      await admin.delete(`/v1/endorsements/${endorsed.body.id}`);
    }
    expect((await call(carl, 'mute')).status).toBe(202);
  });

  it('a grant that names a destructive tool lets one call it, until it is withdrawn', async () => {
    const { admin } = house;
    const grant = { principal: 'carl', tool: 'acme/wipe', actions: ['call'] };
    const granted = await admin.post<{ id: string }>('/v1/grants', grant);
    const answer = await call(carl, 'wipe');
    expect([answer.status, answer.body.status]).toEqual([200, 'succeeded']);
    await admin.delete(`/v1/grants/${granted.body.id}`);
    expect((await call(carl, 'wipe')).status).toBe(202);
  });

  it('let a newcomer use what ships', async () => {
    const { status } = await house.admin.post('/v1/invocations', {
      tool: 'assay/files.list',
      input: {},
    });
    expect(status).toBe(200);
  });

  it('never widen what stages and keys allow', async () => {
    const endpoint = { url: 'https://orders.example/create' };
    await house.admin.post('/v1/tools', httpManifest('acme/young', { endpoint, annotations: { readOnlyHint: true } }));
    expect((await call(carl, 'young')).status).toBe(403);
    const reader = await house.as('rita', { role: 'reader' });
    expect((await call(reader, 'read')).status).toBe(403);
  });
});

const freeze = `@id("freeze") @reason("nothing is written until Monday")
forbid (principal, action, resource) unless { context.readOnly };
@id("dear") @decision("require_approval")
forbid (principal, action, resource)
when { context.decimals has amount && context.decimals.amount.greaterThan(decimal("100.0")) };
`;

describe('policies of an organisation', () => {
  it('deny, ask by the arguments, and name what decided, from the moment they are put', async () => {
    const { admin } = house;
    const put = await admin.put<PolicyView>('/v1/policies/freeze', { text: freeze, description: 'Monday' });
    expect([put.status, put.headers.get('etag'), put.body.version]).toEqual([201, '"1"', 1]);
    const denied = await call(carl, 'write');
    expect(denied.status).toBe(403);
    expect(denied.body.error).toMatchObject({ code: 'denied', class: 'denied', retryable: false });
    expect(denied.body.error?.message).toContain('freeze#freeze (nothing is written until Monday)');
    expect((await call(carl, 'read', {}, { amount: 100 })).status).toBe(200);
    expect((await call(carl, 'read', {}, { amount: 100.5 })).status).toBe(202);
    const rehearsed = await carl.post<Answered>('/v1/invocations?dryRun=true', {
      tool: 'acme/write',
      input: { line: 'x' },
    });
    expect(rehearsed.status).toBe(403);
    expect((await admin.delete('/v1/policies/freeze')).status).toBe(204);
    expect((await call(carl, 'write')).status).toBe(200);
  });

  it('are refused with the places of every problem, and nothing changes', async () => {
    const text = 'permit (principal, action, resource)\nwhen { context.arguments.amount > 1 && principal.nme == "x" };';
    const refused = await house.admin.put<Problem>('/v1/policies/bad', { text });
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request']);
    expect(refused.body.errors?.map(({ path }) => path)).toContain('/text');
    expect(refused.body.errors?.map(({ message }) => message).join()).toMatch(/line 2, column \d+/);
    expect((await house.admin.get('/v1/policies/bad')).status).toBe(404);
    expect((await house.admin.put<Problem>('/v1/policies/Not%20An%20Id', { text: freeze })).status).toBe(422);
    expect((await carl.post('/v1/policies/check', { text: freeze })).status).toBe(403);
    const checked = await house.admin.post('/v1/policies/check', { text: freeze });
    expect(checked.body).toMatchObject({
      ok: true,
      statements: [{ decision: 'deny' }, { decision: 'require_approval', arguments: true }],
    });
  });

  it('have versions, and change only as their author has read them', async () => {
    const { admin } = house;
    const text = 'permit (principal, action, resource);';
    const put = (body: object, headers: Record<string, string>) =>
      admin.put<PolicyView & Problem>('/v1/policies/more', body, { headers });
    expect((await put({ text }, { 'if-none-match': '*' })).status).toBe(201);
    expect((await put({ text }, { 'if-none-match': '*' })).status).toBe(412);
    expect((await put({ text: `${text}\n` }, { 'if-match': '"1"' })).body.version).toBe(2);
    const late = await put({ text }, { 'if-match': '"1"' });
    expect([late.status, late.body.code, late.body.version]).toEqual([412, 'precondition_failed', 2]);
    expect((await put({ text }, { 'if-match': 'two' })).status).toBe(400);
    expect((await admin.delete('/v1/policies/more', { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await admin.delete('/v1/policies/more', { headers: { 'if-match': '"2"' } })).status).toBe(204);
    const versions = await admin.get<{ items: PolicyVersionView[] }>('/v1/policies/more/versions');
    expect(versions.body.items.map((it) => [it.version, it.text === null])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    const actions = await house.sql<{ action: string }>(
      `SELECT action FROM audit_records WHERE subject = 'more' ORDER BY sequence`,
    );
    expect(actions.map(({ action }) => action)).toEqual(['policy.put', 'policy.put', 'policy.delete']);
  });

  it('take the place of what ships, which comes back when they go', async () => {
    const { admin } = house;
    const shipped = await admin.get<PolicyView>('/v1/policies/default');
    expect([shipped.body.shipped, shipped.headers.get('etag')]).toEqual([true, '"0"']);
    const text = 'permit (principal, action, resource);';
    await admin.put('/v1/policies/default', { text }, { headers: { 'if-match': '"0"' } });
    expect((await call(carl, 'wipe')).status).toBe(200);
    await admin.delete('/v1/policies/default');
    expect((await call(carl, 'wipe')).status).toBe(202);
    expect((await admin.get<PolicyView>('/v1/policies/default')).body).toMatchObject({ shipped: true, version: 2 });
  });

  it('are read by members, and changed with the scope policies:write', async () => {
    const list = await carl.get<{ items: PolicyView[] }>('/v1/policies');
    expect(list.body.items.map(({ id }) => id)).toEqual(['default']);
    expect((await carl.put('/v1/policies/mine', { text: freeze })).status).toBe(403);
    expect((await house.anonymous.get('/v1/policies')).status).toBe(401);
    expect((await house.anonymous.get<{ schema: string }>('/v1/schemas/policies')).body.schema).toContain(
      'entity Tool',
    );
  });

  it('are of one organisation, and survive a restart', async () => {
    const { admin } = house;
    await admin.post('/v1/organisations', { name: 'globex' });
    const text = 'forbid (principal, action, resource == Tool::"acme/read");';
    await admin.put('/v1/policies/no-reading', { text });
    const shown = await admin.get<PolicyView>('/v1/policies/no-reading');
    expect(Object.keys(shown.body).sort()).toEqual(membersOfPolicies);
    expect(shown.body).toMatchObject({ id: 'no-reading', version: 1, text, shipped: false });
    const { items } = (await admin.get<{ items: PolicyView[] }>('/v1/policies')).body;
    expect(items).toEqual([expect.objectContaining({ id: 'default', shipped: true }), shown.body]);
    await house.restart();
    expect((await call(await house.as('carl2'), 'read')).status).toBe(403);
    const eve = await house.as('eve', { organisation: 'globex' });
    expect((await eve.get<{ items: PolicyView[] }>('/v1/policies')).body.items.map(({ id }) => id)).toEqual([
      'default',
    ]);
    await house.admin.delete('/v1/policies/no-reading');
  });
});

describe('POST /v1/policies/evaluate', () => {
  const evaluate = (by: Client, body: object) =>
    by.post<PolicyDecisionView & Problem>('/v1/policies/evaluate', { tool: 'acme/wipe', ...body });

  it('says what would be decided, also of a text that is not in force, and calls nothing', async () => {
    const before = api.effects.get('wipe') ?? 0;
    const { admin } = house;
    expect((await evaluate(admin, { principal: 'carl' })).body).toMatchObject({
      verdict: 'REQUIRE_APPROVAL',
      policies: [{ id: 'default#destructive' }],
      tool: 'acme/wipe',
      version: '1.0.0',
    });
    const tried = await evaluate(admin, { principal: 'carl', policy: { id: 'freeze', text: freeze } });
    expect(tried.body).toMatchObject({ verdict: 'DENY', policies: [{ id: 'freeze#freeze', version: 1 }] });
    const text =
      'forbid (principal, action, resource) when { context.arguments has line && context.arguments.line > 3 };';
    const failing = await evaluate(admin, { input: { line: 'x' }, policy: { id: 'broken', text } });
    expect(failing.body).toMatchObject({ verdict: 'DENY', failed: [{ id: 'broken' }] });
    expect(api.effects.get('wipe') ?? 0).toBe(before);
  });

  it('tries a text on recorded calls, and says what would be decided differently', async () => {
    const recorder = await house.as('recorder');
    for (let calls = 0; calls < 3; calls++) await call(recorder, 'read');
    const text = 'forbid (principal, action == Action::"call", resource) when { resource.namespace == "acme" };';
    const tried = await eventually(async () => {
      const { status, body } = await house.admin.post<PolicyTrial>('/v1/policies/try', { id: 'stop', text });
      expect(status).toBe(200);
      return body.changes.some((it) => it.principal === 'recorder' && it.calls === 3) ? body : undefined;
    }, 'the calls to be recorded');
    expect(tried.denied).toBeGreaterThanOrEqual(3);
    expect(tried.changes).toContainEqual({
      ...{ principal: 'recorder', tool: 'acme/read@1.0.0', calls: 3, before: 'ALLOW', after: 'DENY' },
    });
    expect((await house.admin.get('/v1/policies/stop')).status).toBe(404);
    const wrong = async (body: object, by = house.admin) => (await by.post('/v1/policies/try', body)).status;
    expect(await wrong({ id: 'stop', text: 'forbid (' })).toBe(422);
    expect(await wrong({ id: 'stop', text, days: 0 })).toBe(422);
    expect(await wrong({ id: 'stop', text }, recorder)).toBe(403);
  });

  it('tells of others to who may change policies', async () => {
    const someone = await house.as('someone');
    expect((await evaluate(someone, { principal: 'olga' })).status).toBe(403);
    expect((await evaluate(someone, {})).status).toBe(200);
    expect((await evaluate(house.admin, { principal: 'nobody' })).status).toBe(404);
    expect((await evaluate(house.admin, { tool: 'acme/none' })).status).toBe(404);
  });
});
