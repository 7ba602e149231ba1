import type { Entry, Envelope, Problem, RatingView, TrustView } from '@assay/contracts';
import { TRUST_JOBS } from '@assay/server';
import { EvidenceLog, ScoreVersions, trustFormula, trustKey } from '@assay/trust';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow } from './client.js';
import { type House, startHouse } from './house.js';
import { MovedClock } from './moved-clock.js';

const dayMs = 86_400_000;
const tool = 'acme/orders';
const path = `/v1/tools/${tool}`;

const clock = new MovedClock();

let house: House;
let api: HttpApi;
let owner: Client;
/** Callers of the other organisation, which has endorsed the tool. */
let strangers: Client[];
let idle: Client;

const manifest = (version: string, parts: object = {}) =>
  httpManifest(tool, {
    version,
    endpoint: { url: `${api.url}/orders` },
    outputSchema: { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] },
    sla: { p95Ms: 5_000 },
    ...parts,
  });

beforeAll(async () => {
  api = await startHttpApi(({ body }, response) => {
    const { item } = JSON.parse(body) as { item: string };
    if (item === 'slow') return;
    if (item === 'broken') answerJson(response, { error: 'no' }, 500);
    else answerJson(response, item === 'odd' ? { order: 'seven' } : { order: 7 });
  });
  house = await startHouse({}, clock);
  owner = await house.as('olga', { role: 'publisher' });
  await owner.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  const published = await owner.post('/v1/tools', manifest('1.0.0'));
  if (published.status !== 201) throw new Error(JSON.stringify(published.body));
  await house.admin.post('/v1/organisations', { name: 'rival' });
  const rival = await house.as('rex', { role: 'administrator', organisation: 'rival' });
  await rival.post('/v1/endorsements', { tool });
  strangers = await Promise.all(['ann', 'bob', 'eve'].map((name) => house.as(name, { organisation: 'rival' })));
  idle = await house.as('ida', { organisation: 'rival' });
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

const call = (by: Client, item = 'tea', version = '1.0.0') =>
  by.post<Envelope>('/v1/invocations', { tool: `${tool}@${version}`, input: { item } });
/** Everything that has been counted is written, and the trust worked out from it. */
const settled = async () => {
  const evidence = house.application.get(EvidenceLog);
  const scoring = house.application.get(ScoreVersions);
  await evidence.flush();
  await scoring.run();
};
const trustOf = async (version?: string, by: Client = house.anonymous) => {
  await settled();
  return (await by.get<TrustView>(`${path}/trust${version === undefined ? '' : `?version=${version}`}`)).body;
};
const signal = (trust: TrustView, name: string) => trust.signals.find((it) => it.name === name);

describe('trust of a new tool', () => {
  it('starts at 0.485 when the contract is complete, and explains itself to everybody', async () => {
    const trust = await trustOf();
    expect(trust.base).toBeCloseTo(0.485, 12);
    expect(trust).toMatchObject({ tool, version: '1.0.0', view: 'outside', confidence: 0, halfLifeDays: 90 });
    expect((await owner.get<TrustView>(`${path}/trust`)).body.view).toBe('inside');
    expect(trust.signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(trust.base);
    expect(trust.base * trust.decay).toBe(trust.score);
    expect(trust.history).toHaveLength(1);
  });
});

describe('evidence', () => {
  it('lifts trust when others call it with success, in the entry and in search alike', async () => {
    for (const stranger of strangers)
      for (let made = 0; made < 8; made += 1) expect((await call(stranger)).status).toBe(200);
    const trust = await trustOf();
    expect(signal(trust, 'reliability')).toMatchObject({ sampleSize: 24, value: (0.7 * 20 + 24) / 44 });
    expect(signal(trust, 'schemaCompliance')?.sampleSize).toBe(24);
    expect(trust.confidence).toBeCloseTo(24 / 44, 12);
    expect(trust.base).toBeGreaterThan(0.5);
    expect(trust.signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(trust.base);
    expect(trust.history.at(-1)).toMatchObject({ base: trust.base, calls: 24, faults: 0 });
    const entry = (await house.anonymous.get<Entry>(path)).body;
    expect(entry.trustScore).toBeCloseTo(trust.score, 5);
    expect(entry.confidence).toBe(trust.confidence);
    const found = await strangers[0]?.post<{ results: { tool: string; parts: { trust: number } }[] }>('/v1/discover', {
      query: 'create an order for a customer',
    });
    expect(found?.body.results.find((it) => it.tool === tool)?.parts.trust).toBeCloseTo(trust.score, 5);
  });

  it('falls when it fails or answers what its schema forbids, but not for bad input', async () => {
    const before = await trustOf();
    const [ann] = strangers as [Client];
    expect((await call(ann, 'broken')).status).toBe(502);
    expect((await call(ann, 'odd')).status).toBe(502);
    await ann.post('/v1/invocations', { tool, input: {} });
    // Given 100 ms where 10 s would have been fair: no fault of the tool.
    const hurried = await ann.post('/v1/invocations', { tool, input: { item: 'slow' }, deadlineMs: 100 });
    expect(hurried.status).toBe(504);
    const after = await trustOf();
    expect(signal(after, 'reliability')?.sampleSize).toBe(26);
    expect(after.base).toBeLessThan(before.base);
    expect(after.history.at(-1)).toMatchObject({ calls: 26, faults: 2 });
  });

  it('gains little from the provider’s own calls, however many', async () => {
    const before = await trustOf();
    for (let made = 0; made < 25; made += 1) await call(owner);
    const after = await trustOf();
    expect(signal(after, 'reliability')?.sampleSize).toBe(29);
    expect(after.base - before.base).toBeLessThan(0.03);
  });

  it('passes to a patch at half weight, and to a major as a tenth', async () => {
    const former = await trustOf('1.0.0');
    expect((await owner.post('/v1/tools', manifest('1.0.1'))).status).toBe(201);
    expect((await owner.post('/v1/tools', manifest('2.0.0'))).status).toBe(201);
    const size = (trust: TrustView) => signal(trust, 'reliability')?.sampleSize as number;
    const patch = await trustOf('1.0.1');
    expect(size(patch)).toBeCloseTo(26 / 2 + 3, 6);
    // The patch has 13 calls by others and, not capped yet, half of the 20 calls a day of the namespace's members.
    expect(size(await trustOf('2.0.0'))).toBeCloseTo((26 / 2 + 20 / 2) / 10, 6);
    expect(former.version).toBe('1.0.0');
    expect((await trustOf()).version).toBe('2.0.0');
  });
});

describe('a rating', () => {
  it('is for those who have called the tool, and the latest of each counts', async () => {
    const [ann, bob] = strangers as [Client, Client];
    const rate = (by: Client, body: object) => by.post<RatingView & Problem>(`${path}/ratings`, body);
    expect(await rate(idle, { stars: 5 })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await rate(house.anonymous, { stars: 5 })).status).toBe(401);
    expect((await rate(ann, { stars: 6 })).status).toBe(422);
    expect((await rate(ann, { stars: 1 })).status).toBe(200);
    expect(await rate(ann, { stars: 4, comment: 'Quick.' })).toMatchObject({
      status: 200,
      body: { tool, stars: 4, comment: 'Quick.', by: 'ann', organisation: 'rival' },
    });
    expect((await rate(bob, { stars: 5 })).status).toBe(200);
    expect(await rate(owner, { stars: 5 })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('You are a member of acme') },
    });
    const trust = await trustOf();
    const { value: reliability = 0, sampleSize = 0 } = signal(trust, 'reliability') ?? {};
    const unknown = 0.5 + (Math.min(0.7, reliability) - 0.5) * Math.min(1, sampleSize / 100);
    expect(signal(trust, 'communityRating')?.sampleSize).toBe(2);
    expect(signal(trust, 'communityRating')?.value).toBeCloseTo((10 * unknown + 9 / 5) / 12, 9);
    expect((await house.anonymous.get<Entry>(path)).body.rating).toBe(4.5);
    const votes = await everyRow<RatingView>(house.anonymous, `${path}/ratings?limit=1`);
    expect(votes.map(({ stars, by }) => [stars, by])).toEqual([
      [5, null],
      [4, null],
    ]);
  });

  it('answers what is not there, or not to be seen, with 404', async () => {
    expect((await idle.post('/v1/tools/acme/none/ratings', { stars: 3 })).status).toBe(404);
    expect((await house.anonymous.get('/v1/tools/acme/none/trust')).status).toBe(404);
    expect(await house.anonymous.get(`${path}/trust?version=9.9.9`)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('1.0.0') },
    });
  });
});

describe('a tool that nobody verifies', () => {
  it('notifies its owner a week before it is no longer found', async () => {
    await owner.post(
      '/v1/tools',
      httpManifest('acme/parcels', { endpoint: { url: `${api.url}/orders` }, sla: { p95Ms: 5_000 } }),
    );
    const attested = await house.admin.post('/v1/tools/acme/parcels/versions/1.0.0/attestations', {
      kind: 'third-party',
      evidence: 'https://audit.example/parcels',
      evidenceDigest: `sha256:${'ab'.repeat(32)}`,
    });
    expect(attested.status).toBe(201);
    // Before its first success an audit counts nothing.
    const worked = { tool: 'acme/parcels@1.0.0', input: { item: 'tea' } };
    expect((await owner.post('/v1/invocations', worked)).status).toBe(200);
    await settled();
    const trust = (await house.anonymous.get<TrustView>('/v1/tools/acme/parcels/trust')).body;
    const daysLeft = (Math.log(trust.score / 0.5) / Math.LN2) * 90;
    const fading = house.application.get(TRUST_JOBS).find(({ name }) => name === 'trust.fading');
    const fadingNotices = async () => {
      await fading?.run(new AbortController().signal);
      const notes = await everyRow<{ kind: string; subject: string }>(owner, '/v1/notifications');
      return notes.filter(({ kind }) => kind === 'trust.fading').map(({ subject }) => subject);
    };
    clock.ahead = Math.round((daysLeft - 8) * dayMs);
    expect(await fadingNotices()).not.toContain('acme/parcels@1.0.0');
    clock.ahead = Math.round((daysLeft - 1) * dayMs);
    expect(await fadingNotices()).toContain('acme/parcels@1.0.0');
    clock.ahead = 0;
  });
});

describe('time', () => {
  it('decays what is shown without a write, and takes a day out of the window', async () => {
    const before = await trustOf('1.0.0');
    const written = async () => (await house.sql<{ n: string }>('SELECT max(id)::text AS n FROM outbox'))[0]?.n;
    const mark = await written();
    clock.ahead = 20 * dayMs;
    const later = await trustOf('1.0.0');
    expect(later.base).toBe(before.base);
    // The clock goes on while the test runs: 60 s more decay change the sixth digit.
    expect(later.decay).toBeCloseTo(2 ** (-20 / 90), 5);
    expect(await written()).toBe(mark);
    expect(later.history).toHaveLength(21);
    clock.ahead = 31 * dayMs;
    const rollUp = house.application.get(TRUST_JOBS).find(({ name }) => name === 'trust.roll-up');
    await rollUp?.run(new AbortController().signal);
    const gone = await trustOf('1.0.0');
    expect(signal(gone, 'reliability')).toMatchObject({ sampleSize: 0, value: 0.7 });
    expect(signal(gone, 'usageVolume')?.sampleSize).toBe(26);
  });

  it('rewrites every key when the half-life changes', async () => {
    const keys = () =>
      house.sql<{ id: string; trust_key: number }>('SELECT id, trust_key FROM tool_versions ORDER BY id');
    const before = await keys();
    await house.restart();
    expect(await keys()).toEqual(before);
    await house.restart({ ASSAY_TRUST_HALF_LIFE_DAYS: '30' });
    const rows = await house.sql<{ base: number; key: number; since: Date }>(
      `SELECT trust_base AS base, trust_key AS key, coalesce(last_verified_at, published_at) AS since
       FROM tool_versions WHERE trust_base IS NOT NULL`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { base, key, since } of rows) expect(key).toBeCloseTo(trustKey(base, since.getTime(), 30), 6);
  });

  it('recomputes every score when a release has other weights', async () => {
    const versions = Number((await house.sql<{ n: string }>('SELECT count(*) AS n FROM tool_versions'))[0]?.n);
    const marks = async () =>
      Number((await house.sql<{ n: string }>('SELECT last_value AS n FROM trust_due_marks'))[0]?.n);
    const before = await marks();
    await house.restart();
    expect((await marks()) - before).toBeLessThan(versions);
    await house.sql(`UPDATE trust_formula SET digest = 'of another release'`);
    const unmarked = await marks();
    await house.restart();
    expect((await marks()) - unmarked).toBeGreaterThanOrEqual(versions);
    expect(await house.sql('SELECT digest FROM trust_formula')).toEqual([{ digest: trustFormula }]);
  });
});
