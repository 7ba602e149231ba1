import type { Manifest, ReviewView } from '@assay/contracts';
import { aManifest } from '@assay/registry/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';

const tool = (version: string, inputSchema: object, parts: Partial<Manifest> = {}): Manifest =>
  aManifest({
    name: 'acme/orders.find',
    version,
    inputSchema: inputSchema as Manifest['inputSchema'],
    protocol: 'http',
    endpoint: { url: 'https://orders.example.com/find' },
    ...parts,
  });

const item = { type: 'string' };
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });

describe('publishing beside what is published', () => {
  let house: House;
  let ann: Client;
  let rita: Client;
  beforeAll(async () => {
    house = await startHouse();
    ann = await house.as('ann', { role: 'publisher' });
    rita = await house.as('rita', { role: 'reviewer', principal: { kind: 'user', name: 'rita' } });
    await ann.post('/v1/namespaces', { name: 'acme' });
    expect((await ann.post('/v1/tools', tool('1.0.0', object({ item }, ['item'])))).status).toBe(201);
  });
  afterAll(() => house.stop());

  it('refuses an understated number with each breaking path, old and new, and the version that would do', async () => {
    const narrowed = tool('1.1.0', object({ item: { type: 'string', maxLength: 3 } }, ['item']));
    const refused = await ann.post('/v1/tools', narrowed);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'understated_version',
        comparedWith: '1.0.0',
        requiredVersion: '2.0.0',
        detail: expect.stringContaining('Publish it as 2.0.0.'),
        differences: [{ kind: 'breaking', path: '/inputSchema/properties/item/maxLength', after: 3 }],
      },
    });
    const check = await ann.post('/v1/tools/check', narrowed);
    expect(check).toMatchObject({
      status: 200,
      body: { ok: false, change: 'breaking', requiredBump: 'major', requiredVersion: '2.0.0', review: false },
    });
    expect((await ann.post('/v1/tools', { ...narrowed, version: '2.0.0' })).status).toBe(201);
    expect(await ann.get('/v1/tools/acme/orders.find/versions')).toMatchObject({
      body: { items: [{ version: '2.0.0' }, { version: '1.0.0', status: 'DEPRECATED' }] },
    });
  });

  it('takes additions in a minor, texts in a patch', async () => {
    const widened = object({ item, note: { type: 'string' } }, ['item']);
    expect((await ann.post('/v1/tools', tool('1.0.1', widened))).status).toBe(422);
    expect((await ann.post('/v1/tools', tool('1.1.0', widened))).status).toBe(201);
    expect((await ann.post('/v1/tools', tool('1.1.1', widened, { description: 'Finds orders.' }))).status).toBe(201);
  });

  describe('when it cannot be decided automatically', () => {
    const cloudy = (pattern: string) => object({ item: { type: 'string', pattern } }, ['item']);
    const held = tool('3.1.0', cloudy('^[ab]+(c|)$'));
    let review: ReviewView;

    it('waits for a reviewer, recorded, and publishes nothing', async () => {
      await ann.post('/v1/tools', tool('3.0.0', cloudy('^(a|b)+c?$')));
      const answer = await ann.post<ReviewView>('/v1/tools', held);
      review = answer.body;
      expect(answer.status).toBe(202);
      expect(answer.headers.get('location')).toBe(`/v1/reviews/${review.id}`);
      expect(review).toMatchObject({
        kind: 'compatibility',
        subject: 'acme/orders.find@3.1.0',
        state: 'open',
        submittedBy: 'ann',
        manifest: { version: '3.1.0' },
        differences: [{ kind: 'unknown' }],
      });
      // Its owner sees that it waits; for everybody else there is no such version.
      const path = '/v1/tools/acme/orders.find/versions/3.1.0';
      expect(await ann.get(path)).toMatchObject({ status: 200, body: { heldForReview: { review: review.id } } });
      const other = await house.as('eve', { role: 'publisher' });
      expect((await other.get(path)).status).toBe(404);
      expect((await ann.post<ReviewView>('/v1/tools', held)).body.id).toBe(review.id);
      const reports = await rita.get<{ items: object[] }>('/v1/notifications');
      expect(reports.body.items).toMatchObject([{ kind: 'review.opened', details: { review: review.id } }]);
      expect(await house.admin.get('/v1/audit?action=review.open')).toMatchObject({
        body: { items: [{ subject: 'acme/orders.find@3.1.0' }] },
      });
    });

    it('is seen by its submitter and by reviewers, and decided by those alone', async () => {
      const eve = await house.as('eve', { role: 'publisher' });
      expect((await eve.get(`/v1/reviews/${review.id}`)).status).toBe(404);
      expect(await eve.get('/v1/reviews')).toMatchObject({ body: { items: [] } });
      expect((await ann.get(`/v1/reviews/${review.id}`)).status).toBe(200);
      expect((await ann.post(`/v1/reviews/${review.id}/decision`, { decision: 'approve' })).status).toBe(403);
      expect(await rita.get('/v1/reviews?state=open')).toMatchObject({ body: { items: [{ id: review.id }] } });
      expect((await rita.post(`/v1/reviews/${review.id}/decision`, { decision: 'perhaps' })).status).toBe(422);
      expect((await house.anonymous.get('/v1/reviews')).status).toBe(401);
      expect(await rita.get('/v1/reviews?cursor=YWJj')).toMatchObject({
        status: 422,
        body: { errors: [{ path: '/query/cursor' }] },
      });
      const odd = { decision: 'refuse', reason: 'a\u0000b' };
      expect(await rita.post(`/v1/reviews/${review.id}/decision`, odd)).toMatchObject({
        status: 422,
        body: { errors: [{ path: '/reason' }] },
      });
    });

    it('is published when a reviewer approves, once, in its submitter’s name', async () => {
      const decide = () => rita.post(`/v1/reviews/${review.id}/decision`, { decision: 'approve', reason: 'the same' });
      const outcomes = await Promise.all([decide(), decide()]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await ann.get('/v1/tools/acme/orders.find/versions/3.1.0')).toMatchObject({
        status: 200,
        body: { createdBy: expect.stringContaining(':ann') },
      });
      const reports = await ann.get<{ items: { kind: string; subject: string }[] }>('/v1/notifications');
      const decided = reports.body.items.filter(({ kind }) => kind === 'review.decided');
      expect(decided.map(({ subject }) => subject)).toEqual(['acme/orders.find@3.1.0']);
    });

    it('is withdrawn, or refused, and another submission may come', async () => {
      const one = await ann.post<ReviewView>('/v1/tools', tool('3.2.0', cloudy('^(a|b)+c{0,1}$')));
      const other = tool('3.2.0', cloudy('^(b|a)+(c|)$'));
      expect(await ann.post('/v1/tools', other)).toMatchObject({ status: 409, body: { review: one.body.id } });
      expect(await ann.delete(`/v1/reviews/${one.body.id}`)).toMatchObject({
        status: 200,
        body: { state: 'withdrawn' },
      });
      const two = await ann.post<ReviewView>('/v1/tools', other);
      const refused = await rita.post(`/v1/reviews/${two.body.id}/decision`, {
        decision: 'refuse',
        reason: 'narrower',
      });
      expect(refused).toMatchObject({ status: 200, body: { state: 'refused', reason: 'narrower', decidedBy: 'rita' } });
      expect((await ann.get('/v1/tools/acme/orders.find/versions/3.2.0')).status).toBe(404);
    });
  });

  it('of concurrent publishes of one version exactly one wins, of different ones all that fit', async () => {
    const contents = Array.from({ length: 6 }, (_, n) => tool('5.0.0', object({ item }), { description: `${n}` }));
    const same = await Promise.all(contents.map((it) => ann.post('/v1/tools', it)));
    expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const patches = Array.from({ length: 6 }, (_, n) => tool(`5.0.${n + 1}`, object({ item })));
    const all = await Promise.all(patches.map((it) => ann.post('/v1/tools', it)));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  });
});

describe('a claim of a name that looks like a well-known one', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse();
    await house.admin.post('/v1/organisations', { name: 'globex' });
    await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
    await house.admin.post('/v1/tools', tool('1.0.0', object({ item })));
    await house.sql("UPDATE tool_versions SET usage_count = 500 WHERE namespace = 'acme'");
    await house.admin.patch('/v1/namespaces/acme', { visibility: 'public' });
  });
  afterAll(() => house.stop());

  it('waits for a reviewer of the installation, and is granted when one approves', async () => {
    const gus = await house.as('gus', { role: 'publisher', organisation: 'globex' });
    const rita = await house.as('rita', { role: 'reviewer', principal: { kind: 'user', name: 'rita' } });
    const claim = await gus.post<ReviewView>('/v1/namespaces', { name: 'acrne' });
    expect(claim).toMatchObject({
      status: 202,
      body: { kind: 'look-alike', findings: [{ path: '/name', message: 'looks the same as acme' }] },
    });
    expect((await gus.get('/v1/namespaces/acrne')).status).toBe(404);
    const approved = await rita.post(`/v1/reviews/${claim.body.id}/decision`, { decision: 'approve' });
    expect(approved).toMatchObject({ status: 200 });
    expect(await gus.get('/v1/namespaces/acrne')).toMatchObject({ status: 200, body: { organisation: 'globex' } });
  });
});
