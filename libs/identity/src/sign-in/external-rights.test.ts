import { describe, expect, it } from '@jest/globals';
import { type ClaimRules, displayNameOf, namesOf, rightsOf } from './external-rights.js';

const rules: ClaimRules = {
  ...{ rolesClaim: 'realm.roles', teamsClaim: 'groups', defaultRole: null },
  roles: new Map([['staff', 'caller']]),
  teams: new Map([['eng', 'platform']]),
};
const personOf = (claims: Record<string, unknown>) => ({ issuer: 'https://id.example', subject: 'u-1', claims });

describe('rights by claims', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['a path', { realm: { roles: ['staff', 'staff'] } }, ['caller']],
    ['a claim whose name has dots, before a path', { 'realm.roles': 'x staff', realm: { roles: [] } }, ['caller']],
    ['a value without a rule, though it is the name of a role', { realm: { roles: ['administrator'] } }, []],
    ['values that are not text', { realm: { roles: [7, null, ['staff']] } }, []],
    ['another shape', { realm: 'staff' }, []],
    ['inherited names', {}, []],
  ])('are read from %s', (_, claims, roles) => {
    expect(rightsOf(claims, rules).roles).toEqual(roles);
  });

  it('are the default role for people whom no value gives one', () => {
    expect(rightsOf({}, { ...rules, defaultRole: 'reader' }).roles).toEqual(['reader']);
    expect(rightsOf({ realm: { roles: ['staff'] } }, { ...rules, defaultRole: 'reader' }).roles).toEqual(['caller']);
  });

  it('include the teams that rules name', () => {
    expect([...rightsOf({ groups: ['eng', 'sales'] }, rules).teams]).toEqual(['platform']);
  });
});

describe('names of a person', () => {
  it('are those the claims prefer, without what looks like another kind of principal', () => {
    expect(namesOf(personOf({ preferred_username: 'ann', email: 'a.b@example.com' })).slice(0, 4)).toEqual([
      'ann',
      'a.b',
      'u-1',
      'ann-2',
    ]);
    expect(namesOf(personOf({ preferred_username: 'oidc:bob' }))[0]).toBe('u-1');
    expect(namesOf({ ...personOf({ preferred_username: 'ä' }), subject: 'a|b' })[0]).toBe('person-2');
  });

  it('as others see them have no control characters and a maximum length', () => {
    expect(displayNameOf({ name: ' Ann\u202e\n ' })).toBe('Ann');
    expect(displayNameOf({ name: 'x'.repeat(500) })).toHaveLength(200);
    expect([displayNameOf({}), displayNameOf({ name: '' })]).toEqual([null, null]);
  });
});
