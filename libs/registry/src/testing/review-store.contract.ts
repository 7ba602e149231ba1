import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import type { Review, ReviewStore } from '../reviews/review.js';
import { anOrganisationRow, aPrincipalRow } from './store-samples.js';

export interface ReviewFixture {
  readonly identities: IdentityStore;
  readonly reviews: ReviewStore;
}

export interface ReviewContractCase {
  readonly name: string;
  readonly check: (fixture: ReviewFixture) => Promise<void>;
}

async function people({ identities, reviews }: ReviewFixture, name = 'acme') {
  const organisation = anOrganisationRow(name);
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  let count = 0;
  const aReview = (parts: Partial<Review> = {}): Review => {
    count += 1;
    return {
      // Ids sort by time, as those of UUID version 7 do.
      id: `0199${String(count).padStart(4, '0')}-0000-7000-8000-${randomUUID().slice(-12)}`,
      organisationId: organisation.id,
      kind: 'look-alike',
      subject: 'acme',
      held: {
        act: { kind: 'claim', namespace: 'acme', visibility: 'public', organisationId: 'org-acme' },
        scopes: ['registry:publish'],
      },
      heldDigest: 'sha256:one',
      findings: [{ path: '/name', message: 'looks like "acne"' }],
      submittedBy: ann.id,
      submittedAt: 1_700_000_000_000,
      state: 'open',
      decidedBy: null,
      decidedAt: null,
      reason: null,
      ...parts,
    };
  };
  return { reviews, organisation, ann, aReview };
}

const refusal = (by: string) => ({
  state: 'refused' as const,
  decidedBy: by,
  decidedAt: 1_700_000_000_500,
  reason: 'too near',
});

export const reviewStoreContract: readonly ReviewContractCase[] = [
  {
    name: 'a review is found as it was opened',
    check: async (fixture) => {
      const { reviews, aReview } = await people(fixture);
      const review = aReview();
      deepEqual(await reviews.open(review), review);
      deepEqual(await reviews.find(review.id), review);
      equal(await reviews.find(randomUUID()), undefined);
    },
  },
  {
    name: 'open reviews of a tool are found by its name, and none of a tool whose name only begins alike',
    check: async (fixture) => {
      const { reviews, ann, aReview } = await people(fixture);
      const waiting = aReview({ subject: 'acme/or_ders@1.0.0' });
      const others = ['acme/or_ders2@1.0.0', 'acme/orXders@1.0.0', 'acme/or_ders@2.0.0'];
      for (const review of [waiting, ...others.map((subject) => aReview({ subject }))]) await reviews.open(review);
      const [newest] = await reviews.waiting('acme/or_ders');
      equal(newest?.subject, 'acme/or_ders@2.0.0');
      await reviews.decide(newest?.id as string, refusal(ann.id));
      deepEqual(await reviews.waiting('acme/or_ders'), [waiting]);
    },
  },
  {
    name: 'of a subject one is open at a time; after the decision another may be',
    check: async (fixture) => {
      const { reviews, ann, aReview } = await people(fixture);
      const rivals = Array.from({ length: 6 }, () => aReview());
      const opened = await Promise.all(rivals.map((it) => reviews.open(it)));
      equal(new Set(opened.map(({ id }) => id)).size, 1);
      equal(await reviews.decide(opened[0]?.id as string, refusal(ann.id)), true);
      const next = aReview();
      equal((await reviews.open(next)).id, next.id);
    },
  },
  {
    name: 'of several decisions one stands',
    check: async (fixture) => {
      const { reviews, ann, aReview } = await people(fixture);
      const review = await reviews.open(aReview());
      const approval = { ...refusal(ann.id), state: 'approved' as const, reason: null };
      const stood = await Promise.all([
        reviews.decide(review.id, approval),
        reviews.decide(review.id, refusal(ann.id)),
      ]);
      equal(stood.filter(Boolean).length, 1);
      const decided = await reviews.find(review.id);
      deepEqual(decided, { ...review, ...(stood[0] ? approval : refusal(ann.id)) });
      equal(await reviews.isApproved('acme', 'sha256:one'), stood[0]);
      equal(await reviews.isApproved('acme', 'sha256:two'), false);
    },
  },
  {
    name: 'a list shows what an organisation decides and what a principal submitted, newest first, by state and page',
    check: async (fixture) => {
      const { reviews, organisation, ann, aReview } = await people(fixture);
      const other = await people(fixture, 'globex');
      const all = [aReview({ subject: 'a' }), aReview({ subject: 'b' }), aReview({ subject: 'c' })];
      for (const it of all) await reviews.open(it);
      await reviews.open(other.aReview({ subject: 'd' }));
      await reviews.decide(all[1]?.id as string, refusal(ann.id));
      const subjects = async (parts: object) =>
        (
          await reviews.list({
            organisationId: organisation.id,
            submittedBy: other.ann.id,
            namespaces: null,
            limit: 10,
            ...parts,
          })
        ).map((it) => it.subject);
      deepEqual(
        (await subjects({})).filter((it) => it !== 'd'),
        ['c', 'b', 'a'],
      );
      deepEqual(await subjects({ state: 'refused' }), ['b']);
      deepEqual(await subjects({ organisationId: null, submittedBy: ann.id, limit: 2 }), ['c', 'b']);
      deepEqual(await subjects({ organisationId: null, submittedBy: ann.id, before: all[1]?.id }), ['a']);
    },
  },
  {
    name: 'a list narrowed to namespaces shows of what was submitted only what is about these',
    check: async (fixture) => {
      const { reviews, organisation, ann, aReview } = await people(fixture);
      for (const subject of ['near', 'near/orders@1.1.0', 'nearby/orders@1.1.0', 'n_ar/orders@1.1.0'])
        await reviews.open(aReview({ subject }));
      const query = { organisationId: null, submittedBy: ann.id, limit: 10 };
      const narrowed = await reviews.list({ ...query, namespaces: ['near', 'other'] });
      deepEqual(
        narrowed.map((it) => it.subject),
        ['near/orders@1.1.0', 'near'],
      );
      deepEqual(await reviews.list({ ...query, namespaces: [] }), []);
      equal((await reviews.list({ ...query, namespaces: [], organisationId: organisation.id })).length, 4);
    },
  },
];
