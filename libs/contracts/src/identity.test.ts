import { describe, expect, it } from '@jest/globals';
import { createGrantSchema, createKeySchema, roles, scopes } from './identity.js';

const principal = { kind: 'agent', name: 'bot' };

describe('createKeySchema', () => {
  it.each([
    ['scopes alone', { scopes: ['tools:call'] }, true],
    ['a role alone', { role: 'caller' }, true],
    ['scopes of a tool’s own', { scopes: ['orders:write'] }, true],
    ['neither', {}, false],
    ['both', { scopes: ['tools:call'], role: 'caller' }, false],
    ['no scope at all', { scopes: [] }, false],
    ['a role that is none', { role: 'root' }, false],
    ['what is no scope', { scopes: ['a b'] }, false],
    ['a day for an expiry', { role: 'caller', expiresAt: '2027-01-01' }, false],
    ['an expiry with an offset', { role: 'caller', expiresAt: '2027-01-01T00:00:00+02:00' }, true],
  ])('of %s: %#', (_, parts, fits) => {
    expect(createKeySchema.safeParse({ principal, ...parts }).success).toBe(fits);
  });
});

describe('createGrantSchema', () => {
  const actions = ['call'];
  it.each([
    [{ principal: 'bob', tool: 'acme/x' }, true],
    [{ organisation: 'globex', capability: 'data' }, true],
    [{ principal: 'bob' }, false],
    [{ tool: 'acme/x' }, false],
    [{ principal: 'bob', organisation: 'globex', tool: 'acme/x' }, false],
    [{ principal: 'bob', tool: 'acme/x', capability: 'data' }, false],
  ])('%j: %s', (parts, fits) => {
    expect(createGrantSchema.safeParse({ actions, ...parts }).success).toBe(fits);
  });
});

it('makes roles of known scopes, each with the reader’s, the administrator’s with all', () => {
  for (const held of Object.values(roles)) {
    expect(scopes).toEqual(expect.arrayContaining([...held]));
    expect(held).toContain('registry:read');
  }
  expect(roles.administrator).toEqual(scopes);
});
