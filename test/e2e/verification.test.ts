import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  AttestationView,
  AuditRecordView,
  Entry,
  NotificationView,
  StageView,
  VerificationView,
} from '@assay/contracts';
import { AUDIT_LOG, UsageCounter } from '@assay/server';
import { stdioUpstream } from '@assay/testing';
import { EvidenceLog, ScoreVersions, SweepStages, VerificationQueue } from '@assay/trust';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, everyRow, type Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { MovedClock } from './moved-clock.js';

const movedClock = new MovedClock();
const dayMs = 86_400_000;

let house: House;
let api: Server;
let address: string;
let owner: Client;
let caller: Client;
let stranger: Client;
/** What the tool at each path answers, and how often it was asked. */
const answers = new Map<string, { status: number; body: unknown }>();
const asked = new Map<string, number>();
const credentials = new Map<string, string | undefined>();

beforeAll(async () => {
  house = await startHouse({}, movedClock);
  owner = await house.as('olga', { role: 'publisher' });
  caller = await house.as('carl');
  stranger = await house.as('eve', { role: 'publisher' });
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.post('/v1/namespaces/acme/members', { principal: 'olga' });
  api = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    credentials.set(path, request.headers.authorization);
    const { status, body } = answers.get(path) ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await house.stop();
  api.closeAllConnections();
  api.close();
});

/** Publishes a tool that reads `/name`, which answers as its one example says. */
async function aTool(name: string, parts: object = {}): Promise<Entry> {
  answers.set(`/${name}`, { status: 200, body: { total: 3, at: 'now' } });
  const published = await house.admin.post<Entry>('/v1/tools', {
    name: `acme/${name}`,
    version: '1.0.0',
    description: `Reads the ${name} of a shop`,
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    outputSchema: { type: 'object', properties: { total: { type: 'number' } } },
    protocol: 'http',
    endpoint: { url: `${address}/${name}`, method: 'GET' },
    annotations: { readOnlyHint: true },
    examples: [{ name: 'seven', input: { id: '7' }, output: { total: 3 }, match: 'subset' }],
    sla: { p95Ms: 500, availability: 0.99 },
    ...parts,
  });
  expect(published).toMatchObject({ status: 201 });
  return published.body;
}
const verify = (name: string, by = owner) =>
  by.post<VerificationView & Refusal>(`/v1/tools/acme/${name}/verify`, undefined);
const shown = (id: string, by = owner) => by.get<VerificationView & Refusal>(`/v1/verifications/${id}`);
/** Begins one and waits until it has ended. */
async function verified(name: string, by = owner): Promise<VerificationView> {
  const begun = await verify(name, by);
  expect(begun).toMatchObject({ status: 202, body: { tool: `acme/${name}`, version: '1.0.0' } });
  return ended(begun.body.id, by);
}
const ended = (id: string, by = owner) =>
  eventually(async () => {
    const { body } = await shown(id, by);
    return body.state === 'done' ? body : undefined;
  }, `verification ${id} ends`);
/** Trust is worked out a moment after what it is made of. */
const trustOf = (name: string, isSo: (trust: number) => boolean) =>
  eventually(async () => {
    const { trustScore } = await entry(name);
    return isSo(trustScore) ? trustScore : undefined;
  }, `trust in ${name} is as expected`);
const near = (expected: number) => (trust: number) => Math.abs(trust - expected) < 0.002;
const entry = async (name: string) => (await owner.get<Entry>(`/v1/tools/acme/${name}`)).body;
const kinds = async (client: Client, name: string) =>
  (await everyRow<NotificationView>(client, '/v1/notifications'))
    .filter((it) => it.subject === `acme/${name}@1.0.0`)
    .map((it) => it.kind)
    .reverse();
const reportOf = (client: Client, name: string, expected: string) =>
  eventually(
    async () => ((await kinds(client, name)).join(' ') === expected ? true : undefined),
    `it is told ${expected}`,
  );
const stagePath = (name: string) => `/v1/tools/acme/${name}/versions/1.0.0/stage`;
const stage = (name: string, body: object, by = owner) => by.post<StageView & Refusal>(stagePath(name), body);

describe('a verification on request', () => {
  it('runs the examples at the upstream, and counts as no call of the tool', async () => {
    await aTool('bills');
    const before = await entry('bills');
    const done = await verified('bills');
    expect(done).toMatchObject({
      trigger: 'requested',
      kind: 'examples',
      verdict: 'green',
      summary: '1 of 1 examples passed',
      requestedBy: 'olga',
      checks: [{ name: 'seven', outcome: 'passed', message: '' }],
    });
    expect(asked.get('/bills')).toBe(1);
    const seen = async () => {
      const now = await entry('bills');
      return now.lastVerified === null ? undefined : now;
    };
    const after = await eventually(seen, 'its entry says when it was verified');
    expect(before.lastVerified).toBeNull();
    expect(after.lastVerified).toBe(done.endedAt);
    expect(after.usageCount).toBe(0);
    expect(await trustOf('bills', near(before.trustScore + 0.05))).toBeGreaterThan(0.5);
  });

  it('is shown to everybody who sees the tool, its outputs to owners only', async () => {
    await aTool('parts');
    answers.set('/parts', { status: 200, body: { total: 4711 } });
    const done = await verified('parts');
    expect(done).toMatchObject({ verdict: 'red', checks: [{ message: '/total should be 3 and is 4711' }] });
    const other = await shown(done.id, caller);
    expect(other).toMatchObject({
      status: 200,
      body: { verdict: 'red', requestedBy: null, checks: [{ message: '' }] },
    });
    expect(await everyRow(caller, '/v1/verifications?tool=acme/parts&limit=1')).toHaveLength(1);
    expect(await everyRow(caller, '/v1/verifications')).toEqual([]);
    expect(
      (await everyRow<VerificationView>(owner, '/v1/verifications?limit=1&verdict=red')).map((it) => it.tool),
    ).toEqual(['acme/parts']);
    expect((await house.anonymous.get('/v1/verifications?tool=acme/parts')).status).toBe(401);
  });

  it('refuses who does not own the tool, and what there is not', async () => {
    await aTool('keys');
    expect(await verify('keys', stranger)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await verify('keys', caller)).status).toBe(403);
    expect((await verify('no-such-tool')).status).toBe(404);
    const missing = await owner.post<Refusal>('/v1/tools/acme/keys/verify?version=9.9.9', undefined);
    expect(missing).toMatchObject({ status: 404, body: { detail: 'acme/keys has no version 9.9.9.' } });
    expect((await owner.get('/v1/verifications?tool=acme/none')).status).toBe(404);
    expect((await shown('not-an-id')).status).toBe(404);
    expect(asked.get('/keys')).toBeUndefined();
  });

  it('meets a tool that changes something at its test endpoint, without the credentials of its server', async () => {
    const http = { url: address, headers: { Authorization: 'Bearer secret-of-acme' } };
    expect((await house.admin.post('/v1/servers', { name: 'acme/shop', http })).status).toBe(201);
    await aTool('shop.place', {
      endpoint: { server: 'acme/shop', url: '/place', method: 'POST' },
      annotations: { readOnlyHint: false },
      testEndpoint: `${address}/sandbox`,
      examples: [{ name: 'one cup', input: { id: 'cup' }, output: { total: 3 } }],
    });
    answers.set('/sandbox/place', { status: 200, body: { total: 3 } });
    expect(await verified('shop.place')).toMatchObject({ kind: 'examples', verdict: 'green' });
    expect([asked.get('/sandbox/place'), asked.get('/place')]).toEqual([1, undefined]);
    expect(credentials.get('/sandbox/place')).toBeUndefined();
  });

  it('finds out whether an MCP server does what it did', async () => {
    const { command, args } = stdioUpstream();
    const server = { name: 'acme/calculator', mcp: { command, args } };
    expect((await house.admin.post('/v1/servers', server)).status).toBe(201);
    const number = { type: 'number' };
    await aTool('calculator.add', {
      inputSchema: { type: 'object', properties: { a: number, b: number } },
      outputSchema: { type: 'object', properties: { sum: number } },
      protocol: 'mcp',
      endpoint: { server: 'acme/calculator', tool: 'add' },
      examples: [
        { name: 'adds', input: { a: 1, b: 2 }, output: { sum: 3 } },
        { name: 'adds badly', input: { a: 1, b: 2 }, output: { sum: 4 } },
      ],
    });
    expect(await verified('calculator.add')).toMatchObject({
      verdict: 'red',
      checks: [
        { name: 'adds', outcome: 'passed' },
        { name: 'adds badly', outcome: 'failed', message: '/sum should be 4 and is 3' },
      ],
    });
  });

  it('is one at a time: asking again answers with the one that runs', async () => {
    await aTool('lamps');
    const begun = await Promise.all(Array.from({ length: 5 }, () => verify('lamps')));
    expect(begun.map((it) => it.status)).toEqual([202, 202, 202, 202, 202]);
    const ids = new Set(begun.map((it) => it.body.id));
    for (const id of ids) await ended(id);
    expect(asked.get('/lamps')).toBe(ids.size);
  });

  it('has nothing to run for a tool that changes something: its contract is checked', async () => {
    await aTool('orders', { annotations: { readOnlyHint: false } });
    const done = await verified('orders');
    expect(done).toMatchObject({
      kind: 'contract',
      verdict: 'inconclusive',
      checks: [
        { name: 'definition', outcome: 'passed' },
        { name: 'calls', outcome: 'unknown' },
      ],
    });
    expect(done.checks[1]?.message).toBe(
      '0 of 20 good calls by callers other than members of its namespace since the last verification',
    );
    expect(asked.get('/orders')).toBeUndefined();
  });
});

describe('behavioural drift', () => {
  it('notifies owners and users, and trust falls until the tool works as before', async () => {
    await aTool('rates');
    await verified('rates');
    await caller.put('/v1/pins', { tool: 'acme/rates', range: '^1' });
    const before = await trustOf('rates', (trust) => trust > 0.53);
    answers.set('/rates', { status: 200, body: { total: 5 } });
    movedClock.ahead += 2 * dayMs;
    await house.application.get(VerificationQueue).sweep.run(new AbortController().signal);
    const red = await eventually(async () => {
      const [newest] = await everyRow<VerificationView>(owner, '/v1/verifications?tool=acme/rates');
      return newest?.verdict === 'red' ? newest : undefined;
    }, 'the scheduled verification has ended');
    expect(red).toMatchObject({ trigger: 'scheduled', verdict: 'red', requestedBy: null });
    // Reliability counts half: 0.25 · 0.7 / 2 less, and two days of decay.
    expect(await trustOf('rates', (trust) => trust < before - 0.08)).toBeGreaterThan(before - 0.11);
    for (const client of [owner, caller]) await reportOf(client, 'rates', 'verification.failed');
    expect(await kinds(stranger, 'rates')).toEqual([]);
    answers.set('/rates', { status: 200, body: { total: 3 } });
    await verified('rates');
    expect(await trustOf('rates', near(before))).toBeGreaterThan(0.5);
    await reportOf(caller, 'rates', 'verification.failed verification.recovered');
    await house.application.get(AUDIT_LOG).flush();
    const audited = `/v1/audit?action=version.verify&subject=${encodeURIComponent('acme/rates@1.0.0')}`;
    expect(await everyRow<AuditRecordView>(house.admin, audited)).toHaveLength(3);
  });
});

describe('promotion', () => {
  it('says what a stage needs, refuses what is not met, and takes an administrator’s reason', async () => {
    await aTool('shelves');
    const first = await caller.get<StageView>(stagePath('shelves'));
    expect(first).toMatchObject({ status: 200, body: { stage: 'SANDBOX', next: 'BETA', below: null, history: [] } });
    expect(first.body.requirements.map((it) => [it.name, it.met])).toEqual([
      ['verified', false],
      ['trust', false],
      ['calls', false],
    ]);
    const refused = await stage('shelves', { to: 'BETA', reason: 'we like it' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.detail).toContain('calls (0 of 100 calls)');
    expect((await stage('shelves', { to: 'BETA', reason: 'x' }, stranger)).status).toBe(403);
    expect((await stage('shelves', { to: 'SUBMITTED', reason: 'x' })).status).toBe(422);
    expect((await stage('shelves', { to: 'BETA' })).status).toBe(422);

    const refusedCall = await caller.post<Refusal>('/v1/invocations', { tool: 'acme/shelves', input: { id: '7' } });
    expect(refusedCall.status).toBe(403);
    const promoted = await stage('shelves', { to: 'BETA', reason: 'seen by us' }, house.admin);
    expect(promoted).toMatchObject({
      status: 200,
      body: {
        stage: 'BETA',
        next: 'GENERAL_AVAILABILITY',
        history: [{ from: 'SANDBOX', to: 'BETA', reason: 'seen by us' }],
      },
    });
    expect(promoted.body.history[0]?.waived).toHaveLength(3);
    expect((await caller.post('/v1/invocations', { tool: 'acme/shelves', input: { id: '7' } })).status).toBe(200);
    expect(await kinds(owner, 'shelves')).toEqual(['version.promoted']);

    const again = await stage('shelves', { to: 'BETA', reason: 'once more' }, house.admin);
    expect(again.body.history).toHaveLength(1);
    expect((await stage('shelves', { to: 'SANDBOX', reason: 'not ready' })).body.stage).toBe('SANDBOX');
    expect((await caller.post('/v1/invocations', { tool: 'acme/shelves', input: { id: '7' } })).status).toBe(403);
    expect((await entry('shelves')).stage).toBe('SANDBOX');
  });

  it('comes by itself when the requirements are met', async () => {
    await aTool('mugs');
    await verified('mugs');
    const sweep = house.application.get(SweepStages);
    const evidence = house.application.get(EvidenceLog);
    const scoring = house.application.get(ScoreVersions);
    const usage = house.application.get(UsageCounter);
    const calls = Array.from({ length: 100 }, () =>
      house.admin.post('/v1/invocations', { tool: 'acme/mugs', input: { id: '7' } }),
    );
    for (const call of calls) expect((await call).status).toBe(200);
    const { signal } = new AbortController();
    await sweep.run(signal);
    expect((await entry('mugs')).stage).toBe('SANDBOX');
    await usage.flush();
    await evidence.flush();
    await scoring.run();
    await sweep.run(signal);
    const { body } = await owner.get<StageView>(stagePath('mugs'));
    expect(body).toMatchObject({ stage: 'BETA', history: [{ by: null, waived: [] }] });
    expect(body.requirements.filter((it) => !it.met).map((it) => it.name)).toEqual([
      'self-assessed audit',
      'trust',
      'calls by others',
    ]);
  });

  it('is lost by who stays below the bar for seven days', async () => {
    // Its provider's other tools are used within the organisation and lift it: without an SLA it starts lower.
    await aTool('vases', { sla: undefined });
    await verified('vases');
    await trustOf('vases', (trust) => trust > 0.5);
    await stage('vases', { to: 'BETA', reason: 'seen by us' }, house.admin);
    answers.set('/vases', { status: 500, body: {} });
    expect((await verified('vases')).verdict).toBe('red');
    await trustOf('vases', (trust) => trust < 0.45);
    const sweep = house.application.get(SweepStages);
    const { signal } = new AbortController();
    await sweep.run(signal);
    const falling = (await owner.get<StageView>(stagePath('vases'))).body;
    expect(falling).toMatchObject({ stage: 'BETA', below: { floor: expect.closeTo(0.45, 6) } });
    movedClock.ahead += 7 * dayMs - 60_000;
    await sweep.run(signal);
    expect((await entry('vases')).stage).toBe('BETA');
    movedClock.ahead += 60_000;
    await sweep.run(signal);
    const { body } = await owner.get<StageView>(stagePath('vases'));
    expect(body).toMatchObject({ stage: 'SANDBOX', below: null });
    expect(body.history[0]).toMatchObject({ from: 'BETA', to: 'SANDBOX', by: null, authority: 'rules' });
    await reportOf(owner, 'vases', 'version.promoted verification.failed version.demoted');
  });

  it('brings the older major its notice, once the newer one has reached its stage', async () => {
    await aTool('chairs');
    expect((await stage('chairs', { to: 'BETA', reason: 'seen by us' }, house.admin)).status).toBe(200);
    await aTool('chairs', { version: '2.0.0' });
    expect((await owner.get<Entry>('/v1/tools/acme/chairs/versions/1.0.0')).body.status).toBe('ACTIVE');
    const path = '/v1/tools/acme/chairs/versions/2.0.0/stage';
    expect((await house.admin.post(path, { to: 'BETA', reason: 'as the first' })).status).toBe(200);
    expect((await owner.get<Entry>('/v1/tools/acme/chairs/versions/1.0.0')).body.status).toBe('DEPRECATED');
  });
});

describe('attestations', () => {
  const attest = (name: string, body: object, by: Client) =>
    by.post<AttestationView & Refusal>(`/v1/tools/acme/${name}/versions/1.0.0/attestations`, body);
  const evidence = 'https://audits.example/7';
  const evidenceDigest = `sha256:${'ab'.repeat(32)}`;

  it("are made by permitted callers, signed, and an audit's claims count", async () => {
    await aTool('tables');
    const olga = await house.as('olga', { scopes: ['registry:read', 'registry:publish', 'trust:attest'] });
    const auditors = await house.admin.post('/v1/organisations', { name: 'auditors' });
    expect(auditors.status).toBe(201);
    const auditor = await house.as('anton', { scopes: ['registry:read', 'trust:attest'], organisation: 'auditors' });

    expect((await attest('tables', { kind: 'self', evidence, evidenceDigest }, owner)).status).toBe(403);
    expect((await attest('tables', { kind: 'self', evidence: 'ftp://x', evidenceDigest }, olga)).status).toBe(422);
    expect(
      (await attest('tables', { kind: 'self', evidence: 'http://audits.example/7', evidenceDigest }, olga)).status,
    ).toBe(422);
    expect((await attest('tables', { kind: 'self', evidence }, olga)).status).toBe(422);
    expect(await attest('tables', { kind: 'third-party', evidence, evidenceDigest }, olga)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('You belong to the provider') },
    });
    expect((await attest('tables', { kind: 'self', evidence, evidenceDigest }, auditor)).status).toBe(403);
    expect((await attest('tables', { kind: 'identity', evidence, evidenceDigest }, auditor)).status).toBe(403);

    // Before its first success an audit counts nothing.
    const called = await house.admin.post('/v1/invocations', { tool: 'acme/tables@1.0.0', input: { id: '1' } });
    expect(called.status).toBe(200);
    const log = house.application.get(EvidenceLog);
    const scoring = house.application.get(ScoreVersions);
    await log.flush();
    await scoring.run();
    const before = (await entry('tables')).trustScore;
    const self = await attest('tables', { kind: 'self', evidence, evidenceDigest }, olga);
    expect(self).toMatchObject({ status: 201, body: { kind: 'self', by: 'olga', organisation: 'default' } });
    expect(await trustOf('tables', near(before + 0.075))).toBeGreaterThan(before);
    expect((await entry('tables')).lastVerified).toBeNull();

    const third = await attest('tables', { kind: 'third-party', evidence, evidenceDigest }, auditor);
    expect(third).toMatchObject({ status: 201, body: { by: 'anton', organisation: 'auditors' } });
    expect(JSON.parse(third.body.statement)).toMatchObject({
      subject: 'acme/tables@1.0.0',
      kind: 'third-party',
      evidence,
    });
    expect((await entry('tables')).lastVerified).toBe(third.body.at);
    expect(await trustOf('tables', near(before + 0.2))).toBeGreaterThan(before);
    expect(await everyRow(caller, '/v1/verifications?tool=acme/tables')).toMatchObject([
      { trigger: 'attested', kind: 'audit', verdict: 'green', summary: `audited by auditors: ${evidence}` },
    ]);
    expect((await attest('tables', { kind: 'identity', evidence, evidenceDigest }, house.admin)).status).toBe(201);
    const listed = await everyRow<AttestationView>(caller, '/v1/tools/acme/tables/versions/1.0.0/attestations?limit=1');
    expect(listed.map((it) => it.kind)).toEqual(['identity', 'third-party', 'self']);
  });
});
