import { expect, it } from '@jest/globals';
import { administratorsOf } from './administrators-of.js';
import type { Directory } from './directory.js';
import { defaultOrganisation } from './installation.js';
import { Accounts } from './sign-in/accounts.js';

const key = (organisationId: string, principalId: string, scope = 'admin') => ({
  ...{ organisationId, principalId, scopes: [scope], namespaces: null, revokedAt: null, expiresAt: null },
});
const keys = [key('own', 'ann'), key('own', 'ann'), key('own', 'bob', 'tools:call'), key('other', 'eve')];
const directory = (name: string) =>
  ({
    organisationNamed: (asked: string) => (asked === name ? { id: 'own' } : undefined),
    keys: () => keys.values(),
    accounts: new Accounts(),
  }) as unknown as Directory;

it('administrators hold the scope in the organisation of the installation', () => {
  expect(administratorsOf(directory(defaultOrganisation), 0)).toEqual([{ organisationId: 'own', principalId: 'ann' }]);
});

it('an installation without its organisation has none', () => {
  expect(administratorsOf(directory('another'), 0)).toEqual([]);
});
