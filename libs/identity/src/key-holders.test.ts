import { describe, expect, it } from '@jest/globals';
import { holdersOf } from './key-holders.js';
import type { ApiKey } from './records.js';

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
const holders = (...keys: ApiKey[]) => holdersOf({ keys: () => keys.values() }, 'org', 'admin', 100);

describe('holdersOf', () => {
  it('lists each principal once that holds a key with the scope', () => {
    expect(holders(key('ann'), key('ann', { id: 'second' }), key('bob', { expiresAt: 101 }))).toEqual([
      { organisationId: 'org', principalId: 'ann' },
      { organisationId: 'org', principalId: 'bob' },
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
