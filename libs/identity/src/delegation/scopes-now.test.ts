import { describe, expect, it } from '@jest/globals';
import type { Account } from '../sign-in/account.js';
import { Accounts } from '../sign-in/accounts.js';
import { scopesNow } from './scopes-now.js';

const scopes = ['registry:read', 'tools:call', 'orders:write'];
const delegation = { clientId: 'c', clientName: 'C', resource: 'https://assay.example/mcp', tokens: [] };

describe('the scopes of a key now', () => {
  const accounts = new Accounts();
  accounts.apply('ann', { id: 'ann', roles: ['reader'], external: null } as unknown as Account);

  it('of a client are at most those of its person, beside those of tools', () => {
    expect(scopesNow({ principalId: 'ann', scopes, delegation }, { accounts })).toEqual([
      'registry:read',
      'orders:write',
    ]);
  });

  it('of a created key, or where there is no account, are as they were given', () => {
    expect(scopesNow({ principalId: 'ann', scopes }, { accounts })).toEqual(scopes);
    expect(scopesNow({ principalId: 'bob', scopes, delegation }, { accounts })).toEqual(scopes);
  });
});
