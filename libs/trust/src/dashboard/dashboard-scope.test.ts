import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller, aNamespace, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type DashboardFilter, scopeOf } from './dashboard-scope.js';

const ann = aCaller();
const root = aCaller({ id: 'principal-root' }, roles.administrator);
const boss = aCaller({ id: 'principal-boss', organisationId: 'org-other' }, roles.administrator);
const narrowed = aCaller({ id: 'principal-root' }, roles.administrator, ['globex']);

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const bob = await house.identities.addPrincipal(aPrincipalRow('org-acme', 'bob'));
  await house.feed.caughtUp();
  const team = { id: 'team-1', organisationId: 'org-acme', name: 'planners', createdAt: 0, createdBy: null };
  house.directory.teams.apply(team.id, { ...team, members: ['principal-ann', bob.id] });
  const scope = (caller: typeof ann, filter: DashboardFilter = {}) => {
    const found = scopeOf(caller, filter, house.directory);
    return found.ok ? found.value : found.error.code;
  };
  return { scope, bob: bob.id };
}

describe('scopeOf', () => {
  it('is a member’s own calls, an administrator’s organisation, and a narrowed key’s namespaces', async () => {
    const { scope } = await setUp();
    const acme = { organisationId: 'org-acme' };
    expect(scope(ann)).toEqual({ ...acme, principalIds: ['principal-ann'] });
    expect(scope(root)).toEqual(acme);
    expect(scope(boss)).toEqual({ organisationId: 'org-other' });
    expect(scope(narrowed)).toEqual({ ...acme, namespaces: ['globex'] });
  });

  it('is every caller of tools in own namespaces on the side of the provider', async () => {
    const { scope, bob } = await setUp();
    expect(scope(ann, { side: 'provider' })).toEqual({ namespaces: ['acme'] });
    expect(scope(ann, { side: 'provider', caller: 'bob', tool: 'acme/x' })).toEqual({
      ...{ namespaces: ['acme'], tools: ['acme/x'], organisationId: 'org-acme', principalIds: [bob] },
    });
  });

  it('is narrowed to a team and a caller of the own organisation', async () => {
    const { scope, bob } = await setUp();
    expect(scope(root, { team: 'planners' })).toMatchObject({ principalIds: ['principal-ann', bob] });
    expect(scope(root, { team: 'planners', caller: 'bob' })).toMatchObject({ principalIds: [bob] });
    expect(scope(ann, { team: 'planners' })).toMatchObject({ principalIds: ['principal-ann'] });
    expect(scope(ann, { caller: 'bob' })).toBe('forbidden');
    expect([scope(root, { caller: 'nobody' }), scope(boss, { team: 'planners' })]).toEqual(['not_found', 'not_found']);
  });
});
