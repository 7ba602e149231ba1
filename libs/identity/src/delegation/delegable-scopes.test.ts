import { describe, expect, it } from '@jest/globals';
import { callerOf } from '../authenticate-key.js';
import { delegableScopes, grantableScopes, mayDelegate } from './delegable-scopes.js';

const person = (...scopes: string[]) =>
  callerOf({ id: 'ann', organisationId: 'org', kind: 'user', name: 'ann', createdAt: 0 }, scopes, null);

describe('scopes a client may hold', () => {
  it.each(['approvals:decide', 'policies:write', 'hosts:command', 'admin'])('never contain %s', (scope) => {
    expect(mayDelegate(scope)).toBe(false);
    expect(grantableScopes(person(scope, 'admin'), [scope])).toEqual([]);
    expect(delegableScopes).not.toContain(scope);
  });

  it('are at most those of the person who consents', () => {
    const asked = ['tools:call', 'registry:read', 'registry:publish', 'tools:call'];
    expect(grantableScopes(person('registry:read', 'tools:call'), asked)).toEqual(['tools:call', 'registry:read']);
  });

  it('contain scopes of tools that the person holds, or that an administrator grants', () => {
    expect(grantableScopes(person('orders:write'), ['orders:write', 'orders:read'])).toEqual(['orders:write']);
    expect(grantableScopes(person('admin'), ['orders:read'])).toEqual(['orders:read']);
  });
});
