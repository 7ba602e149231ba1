import type { CandidateView, Envelope, FallbackView, Manifest, NotificationView, ToolsetView } from '@assay/contracts';
import { CandidateBook } from '@assay/gateway';
import { UsageCounter } from '@assay/server';
import { EvidenceLog } from '@assay/trust';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';

let house: House;
let api: HttpApi;
let owner: Client;
let carl: Client;
let carlKey: string;
const connect = mcpClients();
const broken = new Set<string>();
const waiting: (() => void)[] = [];
const silent = new Set<string>();
const seen = (name: string): number => api.seen.filter((it) => it.url === `/${name}`).length;

const reader = (name: string, parts: Partial<Manifest> = {}): Manifest =>
  httpManifest(`acme/${name}`, {
    description: 'Finds where an address is.',
    inputSchema: { type: 'object', properties: { address: { type: 'string' } }, required: ['address'] },
    outputSchema: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
    capabilities: ['geo.geocode'],
    annotations: { readOnlyHint: true },
    endpoint: { url: `${api.url}/${name}` },
    ...parts,
  });

async function publish(manifest: Manifest): Promise<void> {
  const { status, body } = await house.admin.post('/v1/tools', manifest);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await house.admin.post('/v1/endorsements', { tool: manifest.name, organisation: 'default' });
}

const book = () => house.application.get(CandidateBook);
const candidates = async (by = owner) => (await by.get<{ items: CandidateView[] }>('/v1/candidates')).body.items;
const placed = async (place: string) => (await candidates()).filter((it) => it.place === place);
const geocode = (session: string, parts: object = {}) =>
  carl.post<Envelope>('/v1/invocations', {
    ...{ capability: 'geo.geocode', input: { address: 'Unter den Linden 1' }, session, ...parts },
  });
const declare = (levels: object[]) =>
  house.admin.put<FallbackView & Refusal>('/v1/fallbacks/geo.geocode', { levels, escalation: false });

beforeAll(async () => {
  house = await startHouse();
  api = await startHttpApi(({ url }, response) => {
    const name = url.slice(1);
    if (silent.has(name)) waiting.push(() => answerJson(response, { lat: 1 }));
    else if (broken.has(name)) answerJson(response, { error: 'internal error' }, 500);
    else answerJson(response, { lat: name === 'fresh' ? 52.50000000001 : 52.5, ...(name === 'other' && { lon: 1 }) });
  });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  for (const name of ['stable', 'fresh', 'other', 'bad']) await publish(reader(name));
  await publish(reader('writes', { annotations: {} }));
  await publish(reader('narrow', { inputSchema: { type: 'object', required: ['zip'], properties: { zip: {} } } }));
  owner = await house.as('olga', { role: 'publisher' });
  carlKey = await house.key('carl');
  carl = house.client(carlKey);
});
afterAll(async () => {
  for (const answer of waiting.splice(0)) answer();
  await house.stop();
  await api.stop();
});

describe('what cannot be tried out', () => {
  const set = (tool: object) =>
    owner.post<Refusal>('/v1/toolsets', { name: 'no', tools: [{ tool: 'acme/stable', as: 'find' }, tool] });

  it.each<[string, object, string]>([
    ['a shadow that acts', { tool: 'acme/writes', as: 'find', shadow: 10 }, '/tools/1/shadow'],
    ['both at once', { tool: 'acme/fresh', as: 'find', shadow: 10, canary: 5 }, '/tools/1/canary'],
    ['a name that no tool has', { tool: 'acme/fresh', as: 'look', canary: 5 }, '/tools/1/as'],
    ['what takes other inputs', { tool: 'acme/narrow', as: 'find', canary: 5 }, '/tools/1/tool'],
    ['no share', { tool: 'acme/fresh', as: 'find', canary: 0 }, '/tools/1/canary'],
  ])('in a toolset: %s', async (_, tool, path) => {
    expect(await set(tool)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });

  it.each<[string, object[], string]>([
    ['a shadow that acts', [{ tool: 'acme/stable' }, { tool: 'acme/writes', shadow: 10 }], '/levels/1/shadow'],
    ['the first level', [{ tool: 'acme/stable', canary: 10 }], '/levels/0'],
    [
      'two canaries',
      [{ tool: 'acme/stable' }, { tool: 'acme/fresh', canary: 1 }, { tool: 'acme/other', canary: 1 }],
      '/levels/2/canary',
    ],
  ])('in a hierarchy: %s', async (_, levels, path) => {
    expect(await declare(levels)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });
});

describe('a shadow', () => {
  it('is called beside a toolset’s tool, compared and never returned, in the name of its owner and no evidence', async () => {
    const made = await owner.post<ToolsetView>('/v1/toolsets', {
      name: 'desk',
      tools: [
        { tool: 'acme/stable', as: 'find' },
        { tool: 'acme/other', as: 'find', shadow: 100 },
      ],
    });
    expect(made).toMatchObject({ status: 201, body: { tools: [{ as: 'find' }, { as: 'find', shadow: 100 }] } });
    const before = seen('other');
    const client = await connect(`${house.url}/mcp/toolsets/desk`, carlKey, '2025-11-25');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['find']);
    const found = await client.callTool({ name: 'find', arguments: { address: 'a' } });
    expect(found.structuredContent).toEqual({ lat: 52.5 });
    const view = await eventually(async () => {
      const [it] = await placed('desk/find');
      return it?.calls === 1 ? it : undefined;
    }, 'the shadow is compared');
    expect(seen('other')).toBe(before + 1);
    expect(view).toMatchObject({
      ...{ kind: 'shadow', tool: 'acme/other', percent: 100, state: 'running', failures: 0 },
      compared: { same: 0, withinTolerance: 0, different: 1 },
    });
    const records = await house.admin.get<{ items: { subject: string; principal: unknown }[] }>(
      '/v1/audit?action=tool.call',
    );
    expect(JSON.stringify(records.body.items.filter(({ subject }) => subject.startsWith('acme/other')))).toMatch(
      /olga/,
    );
    await house.application.get(EvidenceLog).flush();
    await house.application.get(UsageCounter).flush();
    const trust = await owner.get<{ signals: { name: string; sampleSize: number }[] }>('/v1/tools/acme/other/trust');
    expect(trust.body.signals.find(({ name }) => name === 'reliability')).toMatchObject({ sampleSize: 0 });
  });

  it('that does not answer holds up nobody, and one whose owner has no room left is left out', async () => {
    silent.add('other');
    const client = await connect(`${house.url}/mcp/toolsets/desk`, carlKey, '2025-11-25');
    for (let made = 0; made < 12; made += 1) await client.callTool({ name: 'find', arguments: { address: `${made}` } });
    const [held] = await placed('desk/find');
    // Eight wait at once; the others were not made.
    expect(held?.leftOut).toBe(4);
    silent.delete('other');
    for (const answer of waiting.splice(0)) answer();
    await eventually(async () => ((await placed('desk/find'))[0]?.calls === 9 ? true : undefined), 'they end');
    const limit = '/v1/limits/caller.calls/default%2Folga';
    expect((await house.admin.put(limit, { limit: 1 })).status).toBe(200);
    await client.callTool({ name: 'find', arguments: { address: 'last' } });
    await eventually(async () => ((await placed('desk/find'))[0]?.leftOut === 5 ? true : undefined), 'it is left out');
    expect((await house.admin.delete(limit)).status).toBeLessThan(300);
  });
});

describe('a canary', () => {
  it('takes the place of a toolset’s tool, always for the same session', async () => {
    await owner.post('/v1/toolsets', {
      name: 'trial',
      tools: [
        { tool: 'acme/stable', as: 'find' },
        { tool: 'acme/fresh', as: 'find', canary: 50 },
      ],
    });
    const client = await connect(`${house.url}/mcp/toolsets/trial`, carlKey, '2025-11-25');
    const of = async (session: string) => {
      const { structuredContent } = await client.callTool({
        ...{ name: 'find', arguments: { address: 'a' }, _meta: { 'assay/session': session } },
      });
      return (structuredContent as { lat: number }).lat === 52.5 ? 'stable' : 'fresh';
    };
    const first = new Map<string, string>();
    for (let n = 0; n < 30; n += 1) first.set(`s${n}`, await of(`s${n}`));
    expect(new Set(first.values())).toEqual(new Set(['stable', 'fresh']));
    for (const [session, was] of [...first].slice(0, 10)) expect(await of(session)).toBe(was);
    await book().flush();
    const [view] = await placed('trial/find');
    expect((view?.calls ?? 0) + (view?.primary.calls ?? 0)).toBe(40);
    expect(view?.calls).toBeGreaterThan(0);
  });

  it('that fails more often is rolled back, its owner notified, until the owner enables it again', async () => {
    broken.add('bad');
    const declared = await declare([{ tool: 'acme/stable' }, { tool: 'acme/bad', canary: 50 }]);
    expect(declared).toMatchObject({ status: 200, body: { levels: [{}, { tool: 'acme/bad', canary: 50 }] } });
    // The level that it takes the place of answers where it fails.
    for (let n = 0; n < 80; n += 1) {
      const { body } = await geocode(`s${n}`, { idempotencyKey: undefined });
      expect(body).toMatchObject({ status: 'succeeded', output: { lat: 52.5 } });
      // A breaker would keep the canary from being judged.
      await house.admin.post('/v1/breakers/acme/bad/1.0.0/reset', undefined);
    }
    await book().flush();
    const [view] = (await candidates(house.admin)).filter(({ place }) => place === 'geo.geocode');
    expect(view).toMatchObject({ state: 'rolled_back', kind: 'canary', reason: expect.stringMatching(/failed/) });
    const before = seen('bad');
    for (let n = 0; n < 20; n += 1) await geocode(`s${n}`);
    expect(seen('bad')).toBe(before);
    const notices = await house.admin.get<{ items: NotificationView[] }>('/v1/notifications');
    expect(notices.body.items.filter(({ kind }) => kind === 'canary.rolled-back')).toHaveLength(1);
    await house.restart();
    carl = house.client(carlKey);
    for (let n = 0; n < 20; n += 1) await geocode(`s${n}`);
    expect(seen('bad')).toBe(before);
    const path = `/v1/candidates/${view?.id}/resume`;
    expect((await carl.post<Refusal>(path, undefined)).status).toBe(403);
    broken.delete('bad');
    expect(await house.admin.post(path, undefined)).toMatchObject({
      status: 200,
      body: { state: 'running', calls: 0 },
    });
    expect((await house.admin.post<Refusal>(path, undefined)).status).toBe(409);
    for (let n = 0; n < 20; n += 1) await geocode(`s${n}`);
    expect(seen('bad')).toBeGreaterThan(before);
  });
});
