import { deepEqual, equal } from 'node:assert/strict';
import type { AuthorizationRecord, AuthorizationRecords } from '../delegation/authorization-records.js';

export interface AuthorizationRecordsContractCase {
  readonly name: string;
  readonly check: (records: AuthorizationRecords) => Promise<void>;
}

const now = Date.UTC(2026, 11, 11);
const grantId = '6a0e3a5e-5f0b-4d7a-9a55-5e39a1c7b001';

const aRecord = (parts: Partial<AuthorizationRecord> = {}): AuthorizationRecord => ({
  kind: 'AuthorizationCode',
  id: 'code-1',
  grantId,
  principalId: null,
  payload: '{"client":"editor"}',
  expiresAt: now + 60_000,
  ...parts,
});

/** What every AuthorizationRecords promises. */
export const authorizationRecordsContract: readonly AuthorizationRecordsContractCase[] = [
  {
    name: 'a record is found under its kind and id until it expires',
    check: async (records) => {
      await records.save(aRecord(), now);
      deepEqual(await records.find('AuthorizationCode', 'code-1', now), {
        payload: '{"client":"editor"}',
        consumedAt: null,
      });
      equal(await records.find('RefreshToken', 'code-1', now), undefined);
      equal(await records.find('AuthorizationCode', 'code-2', now), undefined);
      equal(await records.find('AuthorizationCode', 'code-1', now + 60_000), undefined);
    },
  },
  {
    name: 'a record without an end does not expire',
    check: async (records) => {
      await records.save(aRecord({ kind: 'Client', id: 'c', grantId: null, expiresAt: null }), now);
      equal((await records.find('Client', 'c', now * 2))?.payload, '{"client":"editor"}');
      equal(await records.prune(now * 2), 0);
    },
  },
  {
    name: 'of concurrent attempts to consume one succeeds, and the record stays consumed when it is saved again',
    check: async (records) => {
      await records.save(aRecord(), now);
      const consumed = await Promise.all(
        Array.from({ length: 8 }, () => records.consume('AuthorizationCode', 'code-1', now + 5)),
      );
      deepEqual(consumed.filter(Boolean), [true]);
      await records.save(aRecord({ payload: '{}' }), now);
      deepEqual(await records.find('AuthorizationCode', 'code-1', now), { payload: '{}', consumedAt: now + 5 });
      equal(await records.consume('AuthorizationCode', 'absent', now), false);
    },
  },
  {
    name: 'the end of a record is postponed, never brought forward',
    check: async (records) => {
      await records.save(aRecord(), now);
      await records.extend('AuthorizationCode', 'code-1', now + 120_000);
      await records.extend('AuthorizationCode', 'code-1', now + 1);
      equal((await records.find('AuthorizationCode', 'code-1', now + 119_999)) !== undefined, true);
      equal(await records.find('AuthorizationCode', 'code-1', now + 120_000), undefined);
    },
  },
  {
    name: 'the records of a consent are removed together, others stay',
    check: async (records) => {
      await records.save(aRecord(), now);
      await records.save(aRecord({ kind: 'RefreshToken', id: 'r' }), now);
      await records.save(aRecord({ id: 'other', grantId: null }), now);
      await records.removeOfGrant(grantId);
      equal(await records.find('AuthorizationCode', 'code-1', now), undefined);
      equal(await records.find('RefreshToken', 'r', now), undefined);
      equal((await records.find('AuthorizationCode', 'other', now)) !== undefined, true);
      await records.remove('AuthorizationCode', 'other');
      equal(await records.find('AuthorizationCode', 'other', now), undefined);
    },
  },
  {
    name: 'expired records are pruned',
    check: async (records) => {
      await records.save(aRecord(), now);
      await records.save(aRecord({ id: 'later', expiresAt: now + 90_000 }), now);
      equal(await records.prune(now + 60_000), 1);
      equal((await records.find('AuthorizationCode', 'later', now)) !== undefined, true);
    },
  },
];
