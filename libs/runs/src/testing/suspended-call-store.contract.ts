import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { SuspendedCall, SuspendedCallStore } from '../composites/suspended-call.js';

export interface LeftCallStoreFixture {
  readonly identities: IdentityStore;
  readonly calls: SuspendedCallStore;
}

export interface LeftCallStoreContractCase {
  readonly name: string;
  readonly check: (fixture: LeftCallStoreFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 26);

async function withOwner({ identities }: LeftCallStoreFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  return (parts: Partial<SuspendedCall> = {}): SuspendedCall => ({
    ...{ invocationId: randomUUID(), organisationId: organisation.id, principalId: ann.id, keyId: null },
    ...{ idempotencyKey: 'k', tool: 'acme/whole', version: '1.0.0', versionId: 'v', level: 1, approvalId: null },
    paused: {
      ...{ request: { tool: 'acme/whole', input: { text: 'é\u0000🧾' } }, traceId: 't', scopes: [], namespaces: null },
      ...{ input: {}, repairs: null, accuracy: 1, attempted: [], standIns: null, warnings: [], startedAt: at },
    },
    waits: [{ id: 'i', status: 'awaiting_approval', approval: { id: 'a', url: 'http://here/a' } }],
    ...{ effect: 'done', leftAt: at },
    ...parts,
  });
}

/** What every SuspendedCallStore promises. */
export const suspendedCallStoreContract: readonly LeftCallStoreContractCase[] = [
  {
    name: 'a call is kept until it is forgotten, and the later leaving stands',
    check: async (fixture) => {
      const { calls } = fixture;
      const left = (await withOwner(fixture))();
      equal(await calls.find(left.invocationId), undefined);
      await calls.keep(left);
      deepEqual(await calls.find(left.invocationId), { left, isCancelled: false });
      const again = { ...left, leftAt: at + 5, waits: [], effect: 'none' } as const;
      await calls.keep(again);
      await calls.forget({ invocationId: left.invocationId, leftAt: at });
      deepEqual(await calls.find(left.invocationId), { left: again, isCancelled: false });
      await calls.forget(again);
      equal(await calls.find(left.invocationId), undefined);
    },
  },
  {
    name: 'is given up by its caller and by nobody else, as often as they say so',
    check: async (fixture) => {
      const { calls } = fixture;
      const left = (await withOwner(fixture))();
      await calls.keep(left);
      equal(await calls.cancel(left.invocationId, randomUUID()), false);
      equal(await calls.cancel(randomUUID(), left.principalId), false);
      deepEqual(await calls.find(left.invocationId), { left, isCancelled: false });
      equal(await calls.cancel(left.invocationId, left.principalId), true);
      equal(await calls.cancel(left.invocationId, left.principalId), true);
      deepEqual(await calls.find(left.invocationId), { left, isCancelled: true });
      await calls.keep({ ...left, leftAt: at + 1 });
      deepEqual((await calls.find(left.invocationId))?.isCancelled, false);
    },
  },
  {
    name: 'lists those left before, oldest first, so many at the most',
    check: async (fixture) => {
      const { calls } = fixture;
      const left = await withOwner(fixture);
      const all = [left({ leftAt: at - 3_000 }), left({ leftAt: at - 9_000 }), left({ leftAt: at - 6_000 })];
      for (const it of all) await calls.keep(it);
      const leavings = [1, 2, 0]
        .map((it) => all[it] as SuspendedCall)
        .map(({ invocationId, leftAt }) => ({ invocationId, leftAt }));
      deepEqual(await calls.leftBefore(at, 10), leavings);
      deepEqual(await calls.leftBefore(at, 2), leavings.slice(0, 2));
      deepEqual(await calls.leftBefore(at - 3_000, 10), leavings.slice(0, 2));
    },
  },
];
