import { describe, expect, it } from '@jest/globals';
import { readConfig } from './read-config.js';

const needed = { ASSAY_SIGN_IN_ISSUER: 'https://id.example', ASSAY_SIGN_IN_CLIENT_ID: 'assay' };

describe('the issuer at which people sign in', () => {
  it('is none by default', () => {
    expect(readConfig({}).signIn).toBeNull();
  });

  it('has names of claims and a name by default, and gives no role', () => {
    expect(readConfig(needed).signIn).toEqual({
      ...{ issuer: 'https://id.example', clientId: 'assay', clientSecret: null, name: 'id.example' },
      ...{ scopes: 'openid profile email', rolesClaim: 'roles', roles: [], teamsClaim: 'groups', teams: [] },
      defaultRole: null,
    });
  });

  it('maps values of claims, which may contain "=", to roles and teams', () => {
    const roles = 'cn=admins=administrator , staff=caller,';
    const { signIn } = readConfig({ ...needed, ASSAY_SIGN_IN_ROLES: roles, ASSAY_SIGN_IN_TEAMS: 'eng=platform' });
    expect([signIn?.roles, signIn?.teams]).toEqual([
      [
        ['cn=admins', 'administrator'],
        ['staff', 'caller'],
      ],
      [['eng', 'platform']],
    ]);
  });

  it.each([
    [{ ASSAY_SIGN_IN_NAME: 'Example' }, /ASSAY_SIGN_IN_ISSUER must be set with ASSAY_SIGN_IN_NAME/],
    [{ ASSAY_SIGN_IN_ISSUER: 'https://id.example' }, /ASSAY_SIGN_IN_CLIENT_ID must be set/],
    [{ ...needed, ASSAY_SIGN_IN_ISSUER: 'http://id.example' }, /ASSAY_SIGN_IN_ISSUER must be/],
    [{ ...needed, ASSAY_SIGN_IN_ROLES: 'admins=root' }, /ASSAY_SIGN_IN_ROLES must be pairs/],
    [{ ...needed, ASSAY_SIGN_IN_ROLES: 'administrator' }, /ASSAY_SIGN_IN_ROLES must be pairs/],
    [{ ...needed, ASSAY_SIGN_IN_TEAMS: 'eng=No Team' }, /ASSAY_SIGN_IN_TEAMS must be pairs/],
    [{ ...needed, ASSAY_SIGN_IN_SCOPES: 'profile' }, /openid among them/],
    [{ ...needed, ASSAY_SIGN_IN_DEFAULT_ROLE: 'root' }, /ASSAY_SIGN_IN_DEFAULT_ROLE must be one of/],
  ])('is refused when incomplete or unreadable: %j', (env, problem) => {
    expect(() => readConfig(env)).toThrow(problem);
  });
});
