import { SmallHouse } from '@assay/gateway/testing';
import type { ApiKey } from '@assay/identity';
import { InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest } from '../testing/builders.js';
import { holdForReview } from './hold-for-review.js';
import { NotifyingReviews } from './notifying-reviews.js';

const now = 1_000;

async function setUp() {
  const house = await SmallHouse.open();
  const { audit, clock, random, directory } = house;
  const notices = new InMemoryNotices();
  const addKey = (name: string, parts: Partial<ApiKey> = {}) => {
    const id = `key-${name}`;
    const state: ApiKey = {
      id,
      organisationId: 'org-acme',
      principalId: `principal-${name}`,
      prefix: name,
      hash: 'sha256:x',
      scopes: ['registry:read', 'approvals:decide'],
      namespaces: null,
      createdAt: 0,
      createdBy: null,
      expiresAt: null,
      revokedAt: null,
      ...parts,
    };
    directory.apply({ kind: 'key', id, state });
  };
  const reviews = new NotifyingReviews({ reviews: house.reviews, notices, directory, clock: { now: () => now } });
  const hold = () =>
    holdForReview({ reviews, audit, clock, random }, aCaller({}, ['registry:publish']), {
      organisationId: 'org-acme',
      kind: 'compatibility',
      subject: 'acme/orders.create@1.1.0',
      act: { kind: 'publish', manifest: aManifest({ version: '1.1.0' }), upstreamDigest: null },
      findings: [],
    });
  return { reviews, notices, addKey, hold };
}

describe('ToldReviews', () => {
  it('notifies, once, the holders of a key that can decide, except the submitter', async () => {
    const { notices, addKey, hold } = await setUp();
    addKey('bob');
    addKey('bob-again', { principalId: 'principal-bob' });
    addKey('ann');
    addKey('publisher', { scopes: ['registry:publish'] });
    addKey('narrowed', { namespaces: ['acme'] });
    addKey('revoked', { revokedAt: 1 });
    addKey('expired', { expiresAt: now });
    addKey('later', { expiresAt: now + 1 });
    addKey('stranger', { organisationId: 'org-other' });
    await hold();
    await hold();
    expect(notices.sent).toHaveLength(1);
    expect(notices.sent[0]).toMatchObject({ kind: 'review.opened', subject: 'acme/orders.create@1.1.0' });
    expect(notices.sent[0]?.to.map((it) => it.principalId)).toEqual(['principal-bob', 'principal-later']);
  });

  it('keeps a review pending when nobody can be notified', async () => {
    const { reviews, notices, addKey, hold } = await setUp();
    const alone = await hold();
    expect(notices.sent).toEqual([]);
    addKey('bob');
    notices.send = () => Promise.reject(new Error('The database is away.'));
    const id = alone.ok ? alone.value.id : '';
    await reviews.decide(id, { state: 'refused', decidedBy: 'x', decidedAt: 1, reason: null });
    expect(await hold()).toMatchObject({ value: { state: 'open' } });
    expect(await reviews.find(id)).toMatchObject({ state: 'refused' });
    expect(
      await reviews.list({ organisationId: 'org-acme', submittedBy: '', namespaces: null, limit: 9 }),
    ).toHaveLength(2);
    expect(await reviews.isApproved('acme/orders.create@1.1.0', 'sha256:x')).toBe(false);
  });
});
