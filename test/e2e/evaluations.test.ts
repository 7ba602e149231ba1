import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entry, Envelope, EvaluationView, RecordingView, SavedExampleView } from '@assay/contracts';
import { RecordArguments } from '@assay/gateway';
import { EvidenceLog, VerificationQueue } from '@assay/trust';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: Server;
let address: string;
let owner: Client;
let caller: Client;
let ownerKey: string;
let callerKey: string;
/** Holds requests up. */
let holding = async (_url: string): Promise<void> => {};

/** What each path answers, by the query of a call. */
const paths: Record<string, (query: URLSearchParams) => { status: number; body: unknown }> = {
  '/one': (query) => ({
    status: 200,
    body: { city: query.get('city'), total: 10, mail: 'ann.smith@fastmail.com', at: '2026-01-01' },
  }),
  '/two': (query) =>
    query.get('city') === 'Atlantis'
      ? { status: 500, body: { error: 'internal error' } }
      : { status: 200, body: { city: query.get('city'), total: 10.0000000001, mail: 'bob@fastmail.com', extra: true } },
};

beforeAll(async () => {
  house = await startHouse({});
  ownerKey = await house.key('olga', { role: 'publisher' });
  callerKey = await house.key('carl');
  owner = house.client(ownerKey);
  caller = house.client(callerKey);
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.post('/v1/namespaces/acme/members', { principal: 'olga' });
  api = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const { status, body } = paths[url.pathname]?.(url.searchParams) ?? { status: 404, body: {} };
    void holding(request.url ?? '').then(() =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  await aTool('one', '1.0.0');
  await aTool('two', '1.0.0');
  await aTool('write', '1.0.0', { annotations: {} });
});
afterAll(async () => {
  await house.stop();
  api.closeAllConnections();
  api.close();
});

async function aTool(name: string, version: string, parts: object = {}): Promise<Entry> {
  const published = await house.admin.post<Entry>('/v1/tools', {
    ...{ name: `acme/${name}`, version, description: `Reads the ${name} of a city`, protocol: 'http' },
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, mail: { type: 'string' } },
      required: ['city'],
    },
    outputSchema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
    endpoint: { url: `${address}/${name}`, method: 'GET' },
    ...{ annotations: { readOnlyHint: true }, costPerCallUsd: 0.01 },
    ...parts,
  });
  expect(published).toMatchObject({ status: 201 });
  await house.admin.post('/v1/endorsements', { tool: `acme/${name}` });
  return published.body;
}

const call = async (tool: string, input: object, by = caller) =>
  (await by.post<Envelope>('/v1/invocations', { tool: `acme/${tool}`, input })).body;

async function evaluated(body: object, by = caller): Promise<EvaluationView> {
  const started = await by.post<EvaluationView>('/v1/evaluations', body);
  expect(started).toMatchObject({ status: 202, body: { state: 'running', verdict: null } });
  return eventually(async () => {
    const { body: now } = await by.get<EvaluationView>(`/v1/evaluations/${started.body.id}`);
    return now.state === 'running' ? undefined : now;
  }, 'the evaluation ends');
}

describe('recorded calls', () => {
  it('are kept only where an administrator asks for it, encrypted, and deleted with the recording', async () => {
    await call('one', { city: 'Berlin' });
    await house.application.get(RecordArguments).flush();
    expect(await house.sql('SELECT * FROM recorded_calls')).toEqual([]);
    expect((await caller.put<Refusal>('/v1/recordings/acme/one', {})).status).toBe(403);
    expect((await house.admin.put<Refusal>('/v1/recordings/acme/write', {})).body.detail).toMatch(/read-only/);
    const set = await house.admin.put<RecordingView>('/v1/recordings/acme/one', { keep: 2 });
    expect(set).toMatchObject({ status: 200, body: { tool: 'acme/one', keep: 2, recorded: 0 } });
    for (const city of ['Berlin', 'Madrid', 'Paris']) await call('one', { city });
    await house.application.get(RecordArguments).flush();
    const rows = await house.sql<{ sealed: string }>('SELECT sealed FROM recorded_calls');
    expect(rows).toHaveLength(2);
    expect(rows.map(({ sealed }) => sealed).join()).not.toContain('Paris');
    expect((await caller.get<{ items: RecordingView[] }>('/v1/recordings')).body.items).toMatchObject([
      { recorded: 2 },
    ]);
    expect((await house.admin.delete('/v1/recordings/acme/one')).status).toBe(204);
    expect(await house.sql('SELECT * FROM recorded_calls')).toEqual([]);
    expect((await house.admin.delete('/v1/recordings/acme/one')).status).toBe(404);
    expect((await house.admin.delete('/v1/recordings/acme/one%00')).status).toBe(404);
  });
});

describe('assay calls save --as-example', () => {
  it('takes the arguments that were recorded, or those with the digest of the call, and masks both sides', async () => {
    const made = await call('one', { city: 'Berlin', mail: 'jane.doe@fastmail.com' });
    const path = `/v1/invocations/${made.id}/example`;
    const refused = await caller.post<Refusal>(path, {});
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('were not recorded') } });
    const wrong = await caller.post<Refusal>(path, { input: { city: 'Rome' } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: '/input' }] } });
    const input = { city: 'Berlin', mail: 'jane.doe@fastmail.com' };
    const exact = await caller.post<Refusal>(path, { input, match: 'exact' });
    expect(exact).toMatchObject({ status: 422, body: { errors: [{ path: '/match' }] } });
    const saved = await caller.post<SavedExampleView>(path, { input, name: 'berlin' });
    expect(saved).toMatchObject({
      status: 201,
      body: { name: 'berlin', tool: 'acme/one', version: '1.0.0', match: 'schema', usedBy: 'evaluations' },
    });
    expect(saved.body.input).toMatchObject({ city: 'Berlin' });
    expect(saved.body.masked).toEqual(['/input/mail', '/output/mail']);
    expect(JSON.stringify(saved.body)).not.toMatch(/jane\.doe|ann\.smith/);
    expect((await caller.post<Refusal>(path, { input, name: 'berlin' })).status).toBe(409);
    expect((await owner.post<Refusal>(path, { input })).status).toBe(404);
    const list = `/v1/tools/acme/one/versions/1.0.0/examples`;
    expect((await owner.get<{ items: unknown[] }>(list)).body.items).toHaveLength(1);
    expect((await caller.delete(`${list}/${saved.body.id}`)).status).toBe(204);
    expect((await caller.get<{ items: unknown[] }>(list)).body.items).toEqual([]);
  });

  it('by an owner runs in verifications; by anybody else it does not', async () => {
    await aTool('saved', '1.0.0');
    paths['/saved'] = () => ({ status: 200, body: { total: 1 } });
    const byCaller = await call('saved', { city: 'Oslo' });
    await caller.post(`/v1/invocations/${byCaller.id}/example`, { input: { city: 'Oslo' }, name: 'theirs' });
    const byOwner = await call('saved', { city: 'Rome' }, owner);
    const saved = await owner.post<SavedExampleView>(`/v1/invocations/${byOwner.id}/example`, {
      ...{ input: { city: 'Rome' }, name: 'ours', match: 'exact' },
    });
    expect(saved.body).toMatchObject({ usedBy: 'verification', match: 'exact' });
    const begun = await owner.post<{ id: string }>('/v1/tools/acme/saved/verify', undefined);
    await house.application.get(VerificationQueue).sweep.run(new AbortController().signal);
    const verification = await eventually(async () => {
      const { body } = await owner.get<{ state: string }>(`/v1/verifications/${begun.body.id}`);
      return body.state === 'done' ? body : undefined;
    }, 'the verification ends');
    expect(verification).toMatchObject({ kind: 'examples', verdict: 'green', checks: [{ name: 'ours' }] });
  });
});

describe('an evaluation', () => {
  it('replays recorded calls and examples on both, and reports what differs', async () => {
    await house.admin.put('/v1/recordings/acme/one', {});
    for (const city of ['Berlin', 'Madrid', 'Atlantis', 'Berlin']) await call('one', { city });
    const report = await evaluated({ tool: 'acme/one', against: 'acme/two' });
    expect(report).toMatchObject({
      state: 'done',
      verdict: 'different',
      progress: { done: 3, total: 3 },
      outcomes: { different: 2, only_tool: 1 },
      tool: { tool: 'acme/one@1.0.0', calls: 3, succeeded: { value: 1, of: 3 }, schemaValid: { value: 1 } },
      against: { tool: 'acme/two@1.0.0', succeeded: { of: 3 } },
    });
    expect(report.tool.costUsd).toBeCloseTo(0.03, 9);
    expect(report.tool.p50Ms).toBeGreaterThan(0);
    expect(report.tool.tokens).toBeGreaterThan(0);
    expect(report.differences.map(({ kind, path, withinTolerance }) => [kind, path, withinTolerance])).toEqual(
      expect.arrayContaining([
        ['added', '/extra', false],
        ['missing', '/at', false],
        ['number', '/total', true],
      ]),
    );
    expect(JSON.stringify(report)).not.toMatch(/ann\.smith|bob@fastmail/);
    await house.admin.delete('/v1/recordings/acme/one');
  });

  it('is recorded and paid, and is no evidence', async () => {
    await aTool('new', '1.0.0', { examples: [{ name: 'one', input: { city: 'Bern' } }] });
    await aTool('newer', '1.0.0');
    for (const path of ['/new', '/newer']) paths[path] = () => ({ status: 200, body: { total: 1 } });
    const report = await evaluated({ tool: 'acme/new', against: 'acme/newer', calls: 'examples' });
    expect(report).toMatchObject({ verdict: 'inconclusive', outcomes: { same: 1 } });
    const { invocationId = '' } = report.cases[0]?.against ?? {};
    expect((await caller.get<Envelope>(`/v1/invocations/${invocationId}`)).body.status).toBe('succeeded');
    await house.application.get(EvidenceLog).flush();
    const trust = await owner.get<{ signals: { name: string; sampleSize: number }[] }>('/v1/tools/acme/new/trust');
    expect(trust.body.signals.find(({ name }) => name === 'reliability')).toMatchObject({ sampleSize: 0 });
    const usage = await caller.get<{ items: { tool: string; calls: number }[] }>('/v1/usage');
    expect(JSON.stringify(usage.body)).toContain('acme/new');
  });

  it('survives a restart, and replays nothing twice', async () => {
    const examples = ['a', 'b', 'c', 'd'].map((city) => ({ name: city, input: { city } }));
    const asked: string[] = [];
    let isHeld = true;
    const held: (() => void)[] = [];
    holding = async (url) => {
      if (!url.startsWith('/held')) return;
      asked.push(url);
      if (isHeld && asked.length > 4) await new Promise<void>((resolve) => held.push(resolve));
    };
    await aTool('held', '1.0.0', { examples });
    await aTool('held2', '1.0.0', { endpoint: { url: `${address}/held`, method: 'GET' } });
    paths['/held'] = () => ({ status: 200, body: { total: 1 } });
    const started = await caller.post<EvaluationView>('/v1/evaluations', { tool: 'acme/held', against: 'acme/held2' });
    const shown = async () => (await caller.get<EvaluationView>(`/v1/evaluations/${started.body.id}`)).body;
    const midway = await eventually(async () => {
      const now = await shown();
      return now.progress.done >= 1 && held.length > 0 ? now : undefined;
    }, 'some calls are replayed');
    const stopping = house.restart();
    isHeld = false;
    for (const release of held) release();
    await stopping;
    caller = house.client(callerKey);
    owner = house.client(ownerKey);
    const before = asked.length;
    let ended: EvaluationView | undefined;
    for (let turn = 0; turn < 4 && ended === undefined; turn += 1)
      ended = await eventually(async () => {
        const now = await shown();
        return now.state === 'running' ? undefined : now;
      }, 'the evaluation ends').catch(() => undefined);
    expect(ended).toMatchObject({ state: 'done', progress: { done: 4, total: 4 }, outcomes: { same: 4 } });
    // What was done before the restart is not made again.
    expect(asked.length - before).toBeLessThanOrEqual(2 * (4 - midway.progress.done));
  }, 60_000);

  it('says what is wrong with it, and belongs to its caller', async () => {
    const refused = await caller.post<Refusal>('/v1/evaluations', { tool: 'acme/write', against: 'acme/none' });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/tool', message: expect.stringMatching(/read-only/) }, { path: '/against' }] },
    });
    const same = await caller.post<Refusal>('/v1/evaluations', { tool: 'acme/one', against: 'acme/one@1.0.0' });
    expect(same).toMatchObject({ status: 422, body: { errors: [{ path: '/against' }] } });
    const { id } = await evaluated({ tool: 'acme/one', against: 'acme/two', calls: 'examples' });
    expect((await owner.get<Refusal>(`/v1/evaluations/${id}`)).status).toBe(404);
    expect((await caller.get<Refusal>('/v1/evaluations/x')).status).toBe(404);
  });
});
