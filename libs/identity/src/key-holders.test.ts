import { describe, expect, it } from '@jest/globals';
import { holdersOf } from './key-holders.js';
import type { ApiKey } from './records.js';
import type { Account } from './sign-in/account.js';
import { Accounts } from './sign-in/accounts.js';

const key = (principalId: string, parts: Partial<ApiKey> = {}): ApiKey => ({
  id: `key-${principalId}`,
  organisationId: 'org',
  principalId,
  prefix: 'p',
  hash: 'h',
  scopes: ['admin'],
  namespaces: null,
  createdAt: 0,
  createdBy: null,
  expiresAt: null,
  revokedAt: null,
  ...parts,
});
const accounts = new Accounts();
const holders = (...keys: ApiKey[]) => holdersOf({ keys: () => keys.values(), accounts }, 'org', 'admin', 100);

describe('holdersOf', () => {
  it('lists each principal once that holds a key with the scope', () => {
    expect(holders(key('ann'), key('ann', { id: 'second' }), key('bob', { expiresAt: 101 }))).toEqual([
      { organisationId: 'org', principalId: 'ann' },
      { organisationId: 'org', principalId: 'bob' },
    ]);
  });

  it('lists people whose roles have the scope, and nobody whose account is disabled', () => {
    const account = (id: string, parts: Partial<Account> = {}): Account => ({
      ...{ id, organisationId: 'org', displayName: null, roles: ['administrator'], external: null },
      ...{ disabledAt: null, resetAt: null, createdAt: 0, createdBy: null },
      ...parts,
    });
    const people = new Accounts();
    for (const it of [
      account('ada'),
      account('cara', { roles: ['caller'] }),
      account('dora', { organisationId: 'other' }),
      account('ann', { disabledAt: 5 }),
    ])
      people.apply(it.id, it);
    const keys = [key('ann'), key('ada')];
    expect(holdersOf({ keys: () => keys.values(), accounts: people }, 'org', 'admin', 100)).toEqual([
      { organisationId: 'org', principalId: 'ada' },
    ]);
  });

  it.each([
    ['of another organisation', { organisationId: 'other' }],
    ['narrowed to namespaces', { namespaces: ['acme'] }],
    ['revoked', { revokedAt: 50 }],
    ['expired', { expiresAt: 100 }],
    ['without the scope', { scopes: ['tools:call'] }],
  ])('omits a key %s', (_, parts) => {
    expect(holders(key('ann', parts as Partial<ApiKey>))).toEqual([]);
  });
});
