import { deepEqual, equal } from 'node:assert/strict';
import type { StandingApproval, StandingApprovalStore } from '../approvals/standing/standing-approval.js';

export interface StandingApprovalsContractCase {
  readonly name: string;
  readonly check: (store: StandingApprovalStore, parties: StandingParties) => Promise<void>;
}

/** Ids that exist where the store requires them to. */
export type StandingParties = Pick<StandingApproval, 'organisationId' | 'principalId'>;

const now = Date.UTC(2026, 11, 20);
const idOf = (end: number): string => `0198f000-0000-7000-8000-${String(end).padStart(12, '0')}`;

export const aStandingApproval = (parts: Partial<StandingApproval> = {}): StandingApproval => ({
  ...{ id: idOf(1), organisationId: 'org-acme', principalId: 'principal-carl', tool: 'acme/orders.create' },
  ...{ count: 2, used: 0, expiresAt: now + 60_000, bounds: { properties: { amount: { maximum: 10 } } } },
  ...{ createdAt: now, createdBy: idOf(99), revokedAt: null },
  ...parts,
});

/** What every StandingApprovalStore promises. */
export const standingApprovalsContract: readonly StandingApprovalsContractCase[] = [
  {
    name: 'it is found and listed as it was added, newest first',
    check: async (store, parties) => {
      const [first, second] = [aStandingApproval(parties), aStandingApproval({ ...parties, id: idOf(2) })];
      await store.add(first);
      await store.add(second);
      deepEqual(await store.find(first.id), first);
      equal(await store.find(idOf(7)), undefined);
      deepEqual(await store.list(parties.organisationId), [second, first]);
      deepEqual(await store.list(idOf(8)), []);
    },
  },
  {
    name: 'however many spend it at once, it covers its count and no more',
    check: async (store, parties) => {
      const { id } = aStandingApproval();
      await store.add(aStandingApproval({ ...parties, count: 3 }));
      const spent = await Promise.all(Array.from({ length: 12 }, () => store.spend(id, now)));
      deepEqual(spent.flatMap((it) => it?.used ?? []).sort(), [1, 2, 3]);
      equal((await store.find(id))?.used, 3);
      deepEqual(await store.usable(parties.principalId, 'acme/orders.create', now), []);
    },
  },
  {
    name: 'one that is revoked or expired covers nothing',
    check: async (store, parties) => {
      const { id, expiresAt } = aStandingApproval();
      await store.add(aStandingApproval(parties));
      equal(await store.spend(id, expiresAt), undefined);
      deepEqual(await store.usable(parties.principalId, 'acme/orders.create', expiresAt), []);
      equal(await store.revoke(id, now), true);
      equal(await store.revoke(id, now + 1), false);
      equal(await store.spend(id, now), undefined);
      equal((await store.find(id))?.revokedAt, now);
      equal(await store.revoke(idOf(7), now), false);
    },
  },
  {
    name: 'those of another caller or tool are not usable; the one that expires first is first',
    check: async (store, parties) => {
      await store.add(aStandingApproval(parties));
      await store.add(aStandingApproval({ ...parties, id: idOf(2), expiresAt: now + 30_000 }));
      await store.add(aStandingApproval({ ...parties, id: idOf(3), tool: 'acme/other' }));
      const usable = await store.usable(parties.principalId, 'acme/orders.create', now);
      deepEqual(
        usable.map(({ id }) => id),
        [idOf(2), idOf(1)],
      );
      deepEqual(await store.usable(idOf(9), 'acme/orders.create', now), []);
    },
  },
];
