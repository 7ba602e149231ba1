import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest } from '../testing/builders.js';
import { InMemoryReviewStore } from '../testing/in-memory-review-store.js';
import { DecideReviews, type ReviewPorts } from './decide-review.js';
import { holdForReview } from './hold-for-review.js';
import type { Review } from './review.js';

const ann = aCaller({}, ['registry:publish']);
const bob = aCaller({ id: 'principal-bob', name: 'bob' }, ['approvals:decide']);

async function setUp(carryOut: ReviewPorts['carryOut'] = async () => ok(null)) {
  const house = await SmallHouse.open();
  await house.addPrincipal({ id: 'principal-bob', name: 'bob' });
  const reviews = new InMemoryReviewStore();
  const notices = new InMemoryNotices();
  const { audit, clock, random, directory, feed } = house;
  const done: Review[] = [];
  const decide = new DecideReviews({
    reviews,
    notices,
    directory,
    audit,
    feed,
    clock,
    carryOut: async (review) => {
      done.push(review);
      return carryOut(review);
    },
  });
  const submit = async (by = ann): Promise<Review> => {
    const held = await holdForReview({ reviews, audit, clock, random }, by, {
      organisationId: 'org-acme',
      kind: 'compatibility',
      subject: 'acme/orders.create@1.1.0',
      act: { kind: 'publish', manifest: aManifest({ version: '1.1.0' }), upstreamDigest: null },
      findings: [],
    });
    if (!held.ok) throw new Error(held.error.message);
    return held.value;
  };
  return { house, reviews, notices, decide, submit, done };
}

describe('DecideReviews', () => {
  it('approves: records it, performs the held act, and notifies the submitter', async () => {
    const { house, notices, decide, submit, done, reviews } = await setUp();
    const review = await submit();
    const decided = await decide.decide(bob, review.id, { approve: true, reason: 'looked at it' });
    expect(decided).toMatchObject({ value: { state: 'approved', decidedBy: 'principal-bob', reason: 'looked at it' } });
    expect(done.map(({ id }) => id)).toEqual([review.id]);
    expect(house.actions.at(-1)).toBe('review.approved acme/orders.create@1.1.0');
    expect(notices.sent).toMatchObject([{ kind: 'review.decided', to: [{ principalId: 'principal-ann' }] }]);
    expect(await reviews.isApproved(review.subject, review.heldDigest)).toBe(true);
  });

  it('refuses without doing anything', async () => {
    const { decide, submit, done } = await setUp();
    const review = await submit();
    expect(await decide.decide(bob, review.id, { approve: false, reason: 'no' })).toMatchObject({
      value: { state: 'refused' },
    });
    expect(done).toEqual([]);
  });

  it('reports why the approved act is no longer possible; the approval is kept', async () => {
    const { decide, submit, reviews } = await setUp(async () => fail('version_conflict', 'came second'));
    const review = await submit();
    expect(await decide.decide(bob, review.id, { approve: true })).toMatchObject({ error: { message: 'came second' } });
    expect(await reviews.isApproved(review.subject, review.heldDigest)).toBe(true);
  });

  it('notifies the submitter too why the approved act was not performed', async () => {
    const { decide, submit, notices } = await setUp(async () => fail('version_conflict', 'It came second.'));
    await decide.decide(bob, (await submit()).id, { approve: true });
    expect(notices.sent[0]?.text).toBe(
      'Your submission of acme/orders.create@1.1.0 was approved. It could not be done: It came second. Fix this, then submit it again.',
    );
  });

  it('performs the approved act when notices cannot be sent', async () => {
    const { decide, submit, notices, done } = await setUp();
    notices.send = () => Promise.reject(new Error('The database is away.'));
    expect(await decide.decide(bob, (await submit()).id, { approve: true })).toMatchObject({
      value: { state: 'approved' },
    });
    expect(done).toHaveLength(1);
  });

  it("shows a submitter with a narrowed key only the key's namespaces", async () => {
    const { decide, submit } = await setUp();
    const { id } = await submit();
    const elsewhere = aCaller({}, ['registry:publish'], ['globex']);
    expect(await decide.list(elsewhere, { limit: 10 })).toEqual({ ok: true, value: [] });
    expect(await decide.find(elsewhere, id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await decide.withdraw(elsewhere, id)).toMatchObject({ error: { code: 'not_found' } });
    const within = aCaller({}, ['registry:publish'], ['acme']);
    expect(await decide.list(within, { limit: 10 })).toMatchObject({ value: [{ id }] });
    expect(await decide.decide(within, id, { approve: true })).toMatchObject({
      error: { code: 'forbidden', message: expect.stringContaining('not narrowed') },
    });
  });

  it('accepts one decision only', async () => {
    const { decide, submit, done } = await setUp();
    const review = await submit();
    await decide.decide(bob, review.id, { approve: false });
    expect(await decide.decide(bob, review.id, { approve: true })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('refused already') },
    });
    expect(done).toEqual([]);
  });

  it('allows only administrators to decide their own submissions', async () => {
    const { decide, submit } = await setUp();
    const reviewing = aCaller({}, ['registry:publish', 'approvals:decide']);
    const own = await submit(reviewing);
    expect(await decide.decide(reviewing, own.id, { approve: true })).toMatchObject({ error: { code: 'forbidden' } });
    expect(await decide.decide(aCaller({}, ['admin']), own.id, { approve: true })).toMatchObject({ ok: true });
  });

  // who
  it.each([
    ['a stranger of the organisation', aCaller({ id: 'principal-eve', name: 'eve' }, ['registry:publish'])],
    ['a reviewer of another organisation', aCaller({ id: 'p-x', organisationId: 'org-other' }, ['approvals:decide'])],
    ['a reviewer whose key is narrowed', aCaller({ id: 'p-y' }, ['approvals:decide'], ['acme'])],
  ])('hides a review from %s', async (_, caller) => {
    const { decide, submit } = await setUp();
    const { id } = await submit();
    expect(await decide.find(caller, id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await decide.decide(caller, id, { approve: true })).toMatchObject({ error: { code: 'not_found' } });
    expect(await decide.list(caller, { limit: 10 })).toEqual({ ok: true, value: [] });
  });

  it('rejects an invalid cursor', async () => {
    const { decide } = await setUp();
    expect(await decide.list(bob, { limit: 1, before: '{}' })).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/query/cursor' }] },
    });
  });

  it('is withdrawn by its submitter only, once', async () => {
    const { decide, submit } = await setUp();
    const { id } = await submit();
    expect(await decide.withdraw(bob, id)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await decide.withdraw(ann, id)).toMatchObject({ value: { state: 'withdrawn' } });
    expect(await decide.withdraw(ann, id)).toMatchObject({ error: { code: 'conflict' } });
    expect(await decide.find(ann, 'no id')).toMatchObject({ error: { code: 'not_found' } });
  });
});
