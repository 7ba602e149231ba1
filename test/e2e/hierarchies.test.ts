import type { BreakerView, Envelope, FallbackView, Manifest, RunView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { MovedClock } from './moved-clock.js';

type Answer = Envelope & Refusal & { readonly invocationStatus?: string };

const place = {
  type: 'object',
  properties: { lat: { type: 'number' }, lon: { type: 'number' } },
  required: ['lat', 'lon'],
};
const address = { type: 'object', properties: { address: { type: 'string' } }, required: ['address'] };
const reads = { readOnlyHint: true };
const berlin = { lat: 52.5, lon: 13.4 };

let house: House;
let api: HttpApi;
let carl: Client;
const clock = new MovedClock();
/** How each tool of the API behaves, by the last part of its path; well when absent. */
const moods = new Map<string, 'broken' | 'slow' | 'silent'>();
const waiting: (() => void)[] = [];
const seen = (name: string): number => api.seen.filter((it) => it.url === `/${name}`).length;

const geocoder = (name: string, parts: Partial<Manifest> = {}): Manifest =>
  httpManifest(`acme/${name}`, {
    description: 'Finds where an address is.',
    inputSchema: address,
    outputSchema: place,
    capabilities: ['geo.geocode'],
    annotations: reads,
    endpoint: { url: `${api.url}/${name}` },
    ...parts,
  });

async function publish(manifest: Manifest): Promise<void> {
  const { status, body } = await house.admin.post('/v1/tools', manifest);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await house.admin.post('/v1/endorsements', { tool: manifest.name, organisation: 'default' });
}

const call = (body: object, client = carl) =>
  client.post<Answer>('/v1/invocations', { input: { address: 'Unter den Linden 1' }, ...body });
const declare = (capability: string, body: object) =>
  house.admin.put<FallbackView & Refusal>(`/v1/fallbacks/${capability}`, body);

beforeAll(async () => {
  house = await startHouse({}, clock);
  api = await startHttpApi(({ url }, response) => {
    const mood = moods.get(url.slice(1));
    if (mood === 'broken') answerJson(response, { error: 'broken' }, 500);
    else if (mood === 'slow') waiting.push(() => answerJson(response, { lat: 1, lon: 1 }));
    else if (mood !== 'silent') answerJson(response, berlin);
  });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  for (const name of ['first', 'second', 'third']) await publish(geocoder(name));
  await publish(
    geocoder('other', {
      inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
      capabilities: ['geo.other'],
    }),
  );
  await publish(httpManifest('acme/pay', { capabilities: ['pay.charge'], endpoint: { url: `${api.url}/pay` } }));
  carl = await house.as('carl');
});
afterAll(async () => {
  for (const answer of waiting.splice(0)) answer();
  await house.stop();
  await api.stop();
});

describe('a declared hierarchy', () => {
  it('is declared, shown with how each level stands, changed under its ETag, and listed', async () => {
    const levels = [{ tool: 'acme/first' }, { tool: 'acme/second@^1', accuracy: 0.8 }];
    const put = await declare('geo.geocode', { levels, escalation: false });
    expect(put).toMatchObject({
      status: 200,
      body: {
        capability: 'geo.geocode',
        escalation: false,
        revision: 1,
        warnings: [],
        levels: [
          { priority: 1, tool: 'acme/first', version: '1.0.0', accuracy: 1, circuit: 'CLOSED' },
          { priority: 2, tool: 'acme/second@^1', version: '1.0.0', accuracy: 0.8 },
        ],
      },
    });
    expect(put.headers.get('etag')).toBe('"1"');
    const body = {
      levels: [...levels, { tool: 'acme/other', accuracy: 0.5, mapping: '{"q": address}' }],
      escalation: false,
    };
    const stale = await house.admin.put('/v1/fallbacks/geo.geocode', body, { headers: { 'if-match': '"7"' } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    const fresh = await house.admin.put('/v1/fallbacks/geo.geocode', body, { headers: { 'if-match': '"1"' } });
    expect(fresh).toMatchObject({
      status: 200,
      body: { revision: 2, warnings: [expect.stringMatching(/does not declare/)] },
    });
    const shown = await carl.get<FallbackView>('/v1/fallbacks/geo.geocode');
    expect([shown.status, shown.headers.get('etag'), shown.body.levels.length]).toEqual([200, '"2"', 3]);
    expect((await carl.get('/v1/fallbacks')).body).toMatchObject({ items: [{ capability: 'geo.geocode' }] });
    expect((await carl.put('/v1/fallbacks/geo.geocode', body)).status).toBe(403);
  });

  it.each([
    ['a tool nobody sees', [{ tool: 'acme/none' }], '/levels/0/tool', /no tool "acme\/none"/],
    [
      'a level with other inputs',
      [{ tool: 'acme/first' }, { tool: 'acme/other' }],
      '/levels/1/inputSchema',
      /level 2 does not match level 1/,
    ],
    [
      'a mapping that makes something else',
      [{ tool: 'acme/first' }, { tool: 'acme/other', mapping: '{"query": address}' }],
      '/levels/1/inputSchema',
      /the mapping makes what does not fit/,
    ],
    ['no JSONata', [{ tool: 'acme/first' }, { tool: 'acme/other', mapping: '{{' }], '/levels/1/mapping', /no JSONata/],
    ['a tool twice', [{ tool: 'acme/first' }, { tool: 'acme/first@^1' }], '/levels/1/tool', /level 1 already/],
  ])('with %s is refused, and says at which level', async (_, levels, path, message) => {
    const { status, body } = await declare('geo.broken', { levels });
    expect([status, body.code]).toEqual([422, 'invalid_request']);
    expect(body.errors?.find((it) => it.path.startsWith(path))?.message).toMatch(message);
    expect((await carl.get('/v1/fallbacks/geo.broken')).status).toBe(404);
  });

  it('replaces a call by range, reports it, and counts the value of each level', async () => {
    moods.set('first', 'broken');
    const { status, body } = await call({ tool: 'acme/first@^1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'succeeded',
      output: berlin,
      tool: 'acme/second',
      level: 2,
      confidence: 0.8,
      attempted: [
        { tool: 'acme/first', outcome: 'failed', reason: 'upstream_error' },
        { tool: 'acme/second', outcome: 'succeeded', reason: 'ok' },
      ],
    });
    moods.set('second', 'broken');
    const mapped = await call({ tool: 'acme/first' });
    expect(mapped.body).toMatchObject({ tool: 'acme/other', level: 3, confidence: 0.5 });
    expect(JSON.parse(api.seen.at(-1)?.body ?? '')).toEqual({ q: 'Unter den Linden 1' });
  });

  it('does not replace an exact version, unless requested', async () => {
    expect((await call({ tool: 'acme/first@1.0.0' })).body).toMatchObject({ code: 'upstream_error', level: 1 });
    expect((await call({ tool: 'acme/first', fallback: 'none' })).body).toMatchObject({ code: 'upstream_error' });
    moods.delete('second');
    const asked = await call({ tool: 'acme/first@1.0.0', fallback: 'declared' });
    expect(asked.body).toMatchObject({ tool: 'acme/second', level: 2 });
  });

  it('is what a step of a plan says, too', async () => {
    await publish(geocoder('planned', { capabilities: ['geo.planned'] }));
    await declare('geo.planned', { levels: [{ tool: 'acme/planned' }, { tool: 'acme/second' }], escalation: false });
    moods.set('planned', 'broken');
    const planned = async (tool: string, settings: object = {}) => {
      const step = { id: 'a', tool, arguments: { address: 'Unter den Linden 1' }, ...settings };
      const { body } = await carl.post<RunView>('/v1/plans/execute', { plan: { steps: [step] } });
      return body.outputs.a?.output ?? body.status;
    };
    expect(await planned('acme/planned@1.0.0')).toBe('failed');
    expect(await planned('acme/planned@1.0.0', { fallback: 'declared' })).toEqual(berlin);
    expect(await planned('acme/planned@^1')).toEqual(berlin);
    expect(await planned('acme/planned@^1', { fallback: 'none' })).toBe('failed');
  });

  it('ends with nothing available, and names every level', async () => {
    for (const name of ['first', 'second', 'other']) moods.set(name, 'broken');
    const { status, body } = await call({ tool: 'acme/first' });
    expect([status, body.code, body.invocationStatus]).toEqual([503, 'nothing_available', 'failed']);
    expect(body.detail).toMatch(/acme\/first@1\.0\.0 \(upstream_error\), acme\/second@1\.0\.0 .*acme\/other/);
    expect(body.attempted.map(({ reason }) => reason)).toEqual(['upstream_error', 'upstream_error', 'upstream_error']);
    expect(body.escalation).toBeUndefined();
    moods.clear();
  });
});

describe('a call by capability', () => {
  it('takes the first declared level', async () => {
    expect((await call({ capability: 'geo.geocode' })).body).toMatchObject({
      tool: 'acme/first',
      level: 1,
      confidence: 1,
    });
  });

  it('falls to what discovery finds behind the declared levels, with a contract that fits', async () => {
    for (const name of ['first', 'second', 'other']) moods.set(name, 'broken');
    expect((await call({ capability: 'geo.geocode' })).body).toMatchObject({ tool: 'acme/third', level: 4 });
    const declared = await call({ capability: 'geo.geocode', fallback: 'declared' });
    expect(declared.body).toMatchObject({ code: 'nothing_available' });
    moods.clear();
  });

  it('finds the best tool where nothing is declared, and passes over what does not meet the constraints', async () => {
    const found = await call({ capability: 'pay.charge', input: { item: 'tea' } });
    expect(found.body).toMatchObject({ tool: 'acme/pay', level: 1 });
    const none = await call({ capability: 'pay.charge', constraints: { readOnly: true }, input: { item: 'tea' } });
    expect([none.status, none.body.code]).toEqual([404, 'not_found']);
    const version = await call({ capability: 'geo.geocode', constraints: { version: '^2' } });
    expect(version.body).toMatchObject({ code: 'nothing_available' });
  });

  it.each([
    [{}, '/tool', /is missing: give a tool/],
    [{ tool: 'acme/first', capability: 'geo.geocode' }, '/capability', /give one of the two/],
    [{ tool: 'acme/first', constraints: { readOnly: true } }, '/constraints', /remove them when a tool is given/],
    [{ capability: 'Geo' }, '/capability', /dotted tag/],
    [{ capability: 'geo.geocode', constraints: { version: 'new' } }, '/constraints/version', /range/],
  ])('reports precisely what is wrong with %j', async (body, path, message) => {
    const refused = await call(body);
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request']);
    const reportOf = (refused.body.errors as unknown as { path: string; message: string }[]) ?? [];
    expect(reportOf.map((it) => `${it.path} ${it.message}`).join()).toMatch(message);
    expect(reportOf[0]?.path).toBe(path);
  });

  it('skips a revoked tool, which a call that names it reports', async () => {
    await publish(geocoder('gone', { capabilities: ['geo.gone'] }));
    await publish(geocoder('spare', { capabilities: ['geo.gone'] }));
    await declare('geo.gone', { levels: [{ tool: 'acme/gone' }, { tool: 'acme/spare' }], escalation: false });
    await house.admin.post('/v1/revocations', { target: 'acme/gone', reason: 'It lies.' });
    const named = await call({ tool: 'acme/gone' });
    expect([named.status, named.body.code]).toEqual([410, 'version_revoked']);
    expect((await call({ capability: 'geo.gone' })).body).toMatchObject({
      tool: 'acme/spare',
      level: 2,
      attempted: [{ tool: 'acme/gone', outcome: 'skipped', reason: 'version_revoked' }, { reason: 'ok' }],
    });
  });

  it('never goes on after an effect that may have happened', async () => {
    await publish(
      httpManifest('acme/pay-too', { capabilities: ['pay.charge'], endpoint: { url: `${api.url}/pay-too` } }),
    );
    await declare('pay.charge', { levels: [{ tool: 'acme/pay' }, { tool: 'acme/pay-too' }] });
    moods.set('pay', 'silent');
    const { status, body } = await call({ capability: 'pay.charge', input: { item: 'tea' }, deadlineMs: 1_500 });
    expect([status, body.code, body.level, body.error?.outcome]).toEqual([504, 'deadline_exceeded', 1, 'unknown']);
    expect([seen('pay-too'), body.escalation]).toEqual([0, undefined]);
    moods.clear();
  });
});

describe('hedging', () => {
  it('asks the next level too once a tool is slow, and the first good answer wins', async () => {
    await publish(
      geocoder('sleepy', { capabilities: ['geo.slow'], sla: { p50Ms: 5, p95Ms: 20, p99Ms: 50, availability: 0.9 } }),
    );
    await publish(geocoder('awake', { capabilities: ['geo.slow'] }));
    await declare('geo.slow', { levels: [{ tool: 'acme/sleepy' }, { tool: 'acme/awake', accuracy: 0.9 }] });
    moods.set('sleepy', 'slow');
    const { body } = await call({ tool: 'acme/sleepy', hedge: true });
    expect(body).toMatchObject({
      status: 'succeeded',
      tool: 'acme/awake',
      output: berlin,
      attempted: [
        { tool: 'acme/sleepy', outcome: 'cancelled', reason: 'overtaken' },
        { tool: 'acme/awake', outcome: 'succeeded' },
      ],
    });
    expect(body.trace.map(({ stage }) => stage)).toContain('hedge');
    moods.clear();
  });
});

describe('a circuit breaker', () => {
  const breakers = async () => (await carl.get<{ items: BreakerView[] }>('/v1/breakers')).body.items;
  const of = async (tool: string) => (await breakers()).find((it) => it.tool === tool);

  it('opens for a flapping tool, leaves the others alone, and lets one probe through', async () => {
    await publish(geocoder('flapping', { capabilities: [] }));
    moods.set('flapping', 'broken');
    for (let n = 0; n < 10; n += 1) {
      expect((await call({ tool: 'acme/flapping' })).status).toBe(502);
      expect((await call({ tool: 'acme/third' })).status).toBe(200);
    }
    const before = seen('flapping');
    const refused = await call({ tool: 'acme/flapping' });
    expect([refused.status, refused.body.code, seen('flapping')]).toEqual([503, 'circuit_open', before]);
    expect(await of('acme/flapping')).toMatchObject({
      state: 'OPEN',
      calls: 10,
      failures: 10,
      openings: 1,
      shared: false,
    });
    expect(await of('acme/third')).toMatchObject({ state: 'CLOSED', failures: 0 });
    clock.skippedMs += 30_000;
    moods.delete('flapping');
    expect((await call({ tool: 'acme/flapping' })).status).toBe(200);
    expect((await call({ tool: 'acme/flapping' })).status).toBe(200);
    expect(await of('acme/flapping')).toMatchObject({ state: 'CLOSED' });
  });

  it('is reset by an administrator of its owners, and by nobody else', async () => {
    moods.set('flapping', 'broken');
    await eventually(
      async () => ((await call({ tool: 'acme/flapping' })).status === 503 ? true : undefined),
      'it opens',
    );
    moods.delete('flapping');
    expect((await carl.post('/v1/breakers/acme/flapping/1.0.0/reset', {})).status).toBe(403);
    expect((await house.admin.post('/v1/breakers/acme/flapping/9.0.0/reset', {})).status).toBe(404);
    const reset = await house.admin.post('/v1/breakers/acme/flapping/1.0.0/reset', {});
    expect(reset).toMatchObject({ status: 200, body: { state: 'CLOSED', calls: 0 } });
    expect((await call({ tool: 'acme/flapping' })).status).toBe(200);
  });
});

describe('removing a hierarchy', () => {
  it('takes it away', async () => {
    expect((await house.admin.delete('/v1/fallbacks/geo.geocode', { headers: { 'if-match': '"1"' } })).status).toBe(
      412,
    );
    expect((await house.admin.delete('/v1/fallbacks/geo.geocode')).status).toBe(204);
    expect((await carl.get('/v1/fallbacks/geo.geocode')).status).toBe(404);
    expect((await house.admin.delete('/v1/fallbacks/geo.geocode')).status).toBe(404);
  });
});

describe('over MCP', () => {
  it('call_tool takes a capability, and says precisely what is wrong', async () => {
    const client = new McpClient({ name: 'assay-e2e', version: '1.0.0' });
    const headers = { authorization: `Bearer ${await house.key('carl')}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit: { headers } }));
    const use = (input: Record<string, unknown>) => client.callTool({ name: 'call_tool', arguments: input });
    const found = await use({ capability: 'geo.slow', input: { address: 'x' } });
    expect(found.structuredContent).toMatchObject({ status: 'succeeded', tool: 'acme/sleepy' });
    const both = await use({ capability: 'geo.slow', tool: 'acme/first', input: {} });
    expect(both).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/give one of the two/) }] });
    await client.close();
  });
});
