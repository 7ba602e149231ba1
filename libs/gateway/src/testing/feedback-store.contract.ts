import { deepEqual } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipal } from '@assay/registry/testing';
import type { Feedback, FeedbackStore } from '../feedback/feedback-store.js';

export interface FeedbackFixture {
  readonly identities: IdentityStore;
  readonly feedback: FeedbackStore;
}

export interface FeedbackContractCase {
  readonly name: string;
  readonly check: (fixture: FeedbackFixture) => Promise<void>;
}

async function withCaller({ identities, feedback }: FeedbackFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const principal = aPrincipal({ id: '0198f000-0000-7000-8000-0000000feed1', organisationId: organisation.id });
  await identities.addPrincipal(principal);
  const verdict: Feedback = {
    invocationId: '0198f000-0000-7000-8000-0000000feed2',
    organisationId: organisation.id,
    principalId: principal.id,
    verdict: 'accepted',
    reason: null,
    repaired: false,
    at: Date.UTC(2026, 0, 1),
  };
  return { feedback, verdict };
}

/** What every FeedbackStore promises. */
export const feedbackStoreContract: readonly FeedbackContractCase[] = [
  {
    name: 'the last verdict on a call counts, and the former one is returned',
    check: async (fixture) => {
      const { feedback, verdict } = await withCaller(fixture);
      deepEqual(await feedback.put(verdict), null);
      deepEqual(await feedback.put({ ...verdict, verdict: 'rejected', reason: 'the wrong city' }), 'accepted');
      deepEqual(await feedback.put(verdict), 'rejected');
    },
  },
  {
    name: 'calls are judged one by one',
    check: async (fixture) => {
      const { feedback, verdict } = await withCaller(fixture);
      await feedback.put(verdict);
      const other = { ...verdict, invocationId: '0198f000-0000-7000-8000-0000000feed3', repaired: true };
      deepEqual(await feedback.put(other), null);
    },
  },
];
