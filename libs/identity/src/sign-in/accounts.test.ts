import { expect, it } from '@jest/globals';
import type { Account } from './account.js';
import { Accounts, scopesOfRoles } from './accounts.js';

const ann: Account = {
  ...{ id: 'ann', organisationId: 'org', displayName: null, roles: ['caller', 'reviewer'] },
  external: { issuer: 'https://issuer.example', subject: 'a' },
  ...{ disabledAt: null, resetAt: null, createdAt: 0, createdBy: null },
};

it('finds accounts by principal and by the subject of an issuer, until they are gone', () => {
  const accounts = new Accounts();
  accounts.apply('ann', ann);
  expect(accounts.ofExternal({ issuer: 'https://issuer.example', subject: 'a' })).toBe(ann);
  expect([accounts.isDisabled('ann'), accounts.isDisabled('nobody')]).toEqual([false, false]);
  accounts.apply('ann', { ...ann, disabledAt: 5, external: null });
  expect(accounts.isDisabled('ann')).toBe(true);
  expect(accounts.ofExternal({ issuer: 'https://issuer.example', subject: 'a' })).toBeUndefined();
  accounts.apply('ann', null);
  expect([accounts.of('ann'), [...accounts.all()]]).toEqual([undefined, []]);
});

it('has each scope of its roles once', () => {
  expect(scopesOfRoles(ann)).toEqual(['registry:read', 'tools:call', 'approvals:decide', 'trust:attest']);
});
