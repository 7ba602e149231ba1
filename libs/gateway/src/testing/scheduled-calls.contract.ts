import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ScheduledCall, ScheduledCalls } from '../scheduled/scheduled-calls.js';
import { aPausedCall } from './an-approval.js';

export interface ScheduledCallsFixture {
  readonly store: ScheduledCalls;
  readonly organisationId: string;
  /** Two principals of it. */
  readonly principalId: string;
  readonly otherId: string;
}

export interface ScheduledCallsContractCase {
  readonly name: string;
  readonly check: (fixture: ScheduledCallsFixture) => Promise<void>;
}

export const aScheduledCall = (parts: Partial<ScheduledCall> = {}): ScheduledCall => ({
  invocationId: randomUUID(),
  organisationId: 'org-acme',
  principalId: 'principal-carl',
  keyId: null,
  idempotencyKey: null,
  tool: 'acme/orders.create',
  version: '1.0.0',
  versionId: 'version-acme/orders.create@1.0.0',
  level: 1,
  approvalId: null,
  paused: aPausedCall(),
  notBefore: 5_000,
  scheduledAt: 1_000,
  ...parts,
});

/** What every ScheduledCalls promises. */
export const scheduledCallsContract: readonly ScheduledCallsContractCase[] = [
  {
    name: 'a call is kept whole until it has ended',
    check: async ({ store, organisationId, principalId }) => {
      const call = aScheduledCall({ organisationId, principalId });
      equal(await store.add(call, 5), 'added');
      deepEqual(await store.find(call.invocationId), { call, begunAt: null, isCancelled: false, isUnwanted: false });
      const approved = { ...call, approvalId: randomUUID() };
      equal(await store.add(approved, 1), 'added');
      deepEqual((await store.find(call.invocationId))?.call, approved);
      equal(await store.add(call, 1), 'added');
      equal(await store.begin(call.invocationId, 6_000), true);
      equal(await store.begin(call.invocationId, 7_000), true);
      deepEqual(await store.find(call.invocationId), { call, begunAt: 6_000, isCancelled: false, isUnwanted: false });
      await store.end(call.invocationId);
      equal(await store.find(call.invocationId), undefined);
      equal(await store.begin(call.invocationId, 8_000), false);
    },
  },
  {
    name: 'its own caller cancels a call',
    check: async ({ store, organisationId, principalId, otherId }) => {
      const waiting = aScheduledCall({ organisationId, principalId });
      await store.add(waiting, 5);
      equal(await store.cancel(waiting.invocationId, otherId), undefined);
      equal(await store.cancel(waiting.invocationId, principalId), 'cancelled');
      equal(await store.cancel(randomUUID(), principalId), undefined);
      const ended = await store.find(waiting.invocationId);
      deepEqual([ended?.isCancelled, ended?.isUnwanted], [true, false]);
      equal(await store.begin(waiting.invocationId, 6_000), false);
    },
  },
  {
    name: 'a call that has been begun becomes unwanted, and is begun again after a crash',
    check: async ({ store, organisationId, principalId, otherId }) => {
      const begun = aScheduledCall({ organisationId, principalId });
      await store.add(begun, 5);
      await store.begin(begun.invocationId, 6_000);
      equal(await store.cancel(begun.invocationId, otherId), undefined);
      equal(await store.cancel(begun.invocationId, principalId), 'requested');
      const state = await store.find(begun.invocationId);
      deepEqual([state?.isCancelled, state?.isUnwanted], [false, true]);
      equal(await store.begin(begun.invocationId, 7_000), true);
    },
  },
  {
    name: 'so many calls of one caller wait, and no more, also when they come at once',
    check: async ({ store, organisationId, principalId, otherId }) => {
      const add = (by = principalId) => store.add(aScheduledCall({ organisationId, principalId: by }), 2);
      deepEqual((await Promise.all([add(), add(), add(), add()])).sort(), ['added', 'added', 'full', 'full']);
      equal(await add(otherId), 'added');
      const [first] = await store.dueBefore(9_000, 1);
      await store.begin(first ?? '', 6_000);
      const [again, more] = [await add(), await add(otherId)];
      deepEqual([again, more].includes('added'), true);
    },
  },
  {
    name: 'calls that were due before a time are found, the earliest due first, and cancelled ones',
    check: async ({ store, organisationId, principalId }) => {
      const at = (notBefore: number) => aScheduledCall({ organisationId, principalId, notBefore });
      const calls = [at(3_000), at(1_000), at(2_000)];
      for (const call of calls) await store.add(call, 5);
      const ids = [calls[1], calls[2]].map((it) => it?.invocationId);
      deepEqual(await store.dueBefore(3_000, 5), ids);
      deepEqual(await store.dueBefore(3_000, 1), ids.slice(0, 1));
      await store.cancel(calls[0]?.invocationId ?? '', principalId);
      deepEqual(await store.dueBefore(3_000, 5), [...ids, calls[0]?.invocationId]);
    },
  },
];
