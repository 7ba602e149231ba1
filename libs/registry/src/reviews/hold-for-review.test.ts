import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest } from '../testing/builders.js';
import { InMemoryReviewStore } from '../testing/in-memory-review-store.js';
import { type Holding, holdForReview } from './hold-for-review.js';
import { heldDigest } from './review.js';

const ann = aCaller({}, ['registry:publish']);

async function setUp() {
  const house = await SmallHouse.open();
  const reviews = new InMemoryReviewStore();
  const { audit, clock, random } = house;
  return { house, reviews, ports: { reviews, audit, clock, random } };
}

const holding = (parts: Parameters<typeof aManifest>[0] = {}): Holding => ({
  organisationId: 'org-acme',
  kind: 'compatibility',
  subject: 'acme/orders.create@1.1.0',
  act: { kind: 'publish', manifest: aManifest({ version: '1.1.0', ...parts }), upstreamDigest: null },
  findings: [{ path: '/inputSchema', message: 'cannot be told' }],
});

describe('holdForReview', () => {
  it("stores the act with the submitter and the key's scopes, and audits it", async () => {
    const { house, ports } = await setUp();
    const held = await holdForReview(ports, ann, holding());
    expect(held).toMatchObject({
      value: {
        state: 'open',
        subject: 'acme/orders.create@1.1.0',
        held: { act: holding().act, scopes: ['registry:publish'] },
        heldDigest: heldDigest(holding().act),
        submittedBy: 'principal-ann',
        submittedAt: house.clock.now(),
        decidedAt: null,
      },
    });
    expect(house.actions).toEqual(['review.open acme/orders.create@1.1.0']);
  });

  it('treats the same submission again as the same review', async () => {
    const { house, ports } = await setUp();
    const first = await holdForReview(ports, ann, holding());
    const again = await holdForReview(ports, ann, holding());
    expect(again).toEqual(first);
    expect(house.actions).toHaveLength(1);
  });

  it('rejects another submission of the subject while one is pending, and names it', async () => {
    const { ports } = await setUp();
    const first = await holdForReview(ports, ann, holding());
    const id = first.ok ? first.value.id : '';
    expect(await holdForReview(ports, ann, holding({ description: 'Something else.' }))).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining(`DELETE /v1/reviews/${id}`), data: { review: id } },
    });
  });

  it('tells another submitter only that one is pending', async () => {
    const { ports } = await setUp();
    await holdForReview(ports, ann, holding());
    const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, ['registry:publish']);
    const refused = await holdForReview(ports, eve, holding({ description: 'Something else.' }));
    expect(refused).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/wait for the decision\.$/) },
    });
    expect(refused.ok || refused.error.data).toBeUndefined();
  });
});
