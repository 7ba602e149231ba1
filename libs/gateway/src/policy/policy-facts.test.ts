import { callerOf, type Grant } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aPrincipal, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { SmallHouse } from '../testing/small-house.js';
import { declaredEffects, disabledKit, factsOf, isOwned, lettingIn } from './policy-facts.js';

const version = aVersion(aManifest({ capabilities: ['commerce.order.create'] }));
const grant = (parts: Partial<Grant>): Grant => ({
  id: 'g',
  organisationId: version.organisationId,
  principalId: null,
  granteeOrganisationId: null,
  tool: null,
  capability: null,
  server: null,
  actions: ['call'],
  createdAt: 0,
  createdBy: null,
  ...parts,
});
const bob = aCaller({ id: 'principal-bob' });
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

describe('declaredEffects', () => {
  it.each([
    [undefined, { readOnly: false, destructive: false, declared: false }],
    [{ idempotentHint: true }, { readOnly: false, destructive: false, declared: false }],
    [{ readOnlyHint: false }, { readOnly: false, destructive: false, declared: false }],
    [{ readOnlyHint: true }, { readOnly: true, destructive: false, declared: true }],
    [
      { readOnlyHint: true, destructiveHint: true },
      { readOnly: true, destructive: false, declared: true },
    ],
    [{ destructiveHint: true }, { readOnly: false, destructive: true, declared: true }],
    [{ destructiveHint: false }, { readOnly: false, destructive: false, declared: true }],
  ])('of %j', (annotations, expected) => {
    expect(declaredEffects(aVersion(aManifest(annotations && { annotations })))).toEqual(expected);
  });
});

describe('lettingIn', () => {
  async function given(...grants: Grant[]) {
    const { directory } = await SmallHouse.open();
    for (const [n, it] of grants.entries())
      directory.apply({ kind: 'grant', id: `${n}`, state: { ...it, id: `${n}` } });
    return directory;
  }
  const name = version.manifest.name;

  it('knows a grant of the tool from one of a capability', async () => {
    const byName = await given(grant({ tool: name, principalId: 'principal-bob' }));
    expect(lettingIn(bob, version, byName)).toEqual({ endorsed: false, granted: true, grantedByName: true });
    expect(lettingIn(stranger, version, byName).granted).toBe(false);
    const byCapability = await given(grant({ capability: 'commerce', granteeOrganisationId: version.organisationId }));
    expect(lettingIn(bob, version, byCapability)).toEqual({ endorsed: false, granted: true, grantedByName: false });
  });

  it("takes another organisation's grant as naming the tool once the caller's own has endorsed it", async () => {
    const directory = await given(grant({ tool: name, granteeOrganisationId: 'org-other' }));
    expect(lettingIn(stranger, version, directory)).toEqual({ endorsed: false, granted: true, grantedByName: false });
    const state = { id: 'e', organisationId: 'org-other', tool: name, createdAt: 0, createdBy: null };
    directory.apply({ kind: 'endorsement', id: 'e', state });
    expect(lettingIn(stranger, version, directory)).toEqual({ endorsed: true, granted: true, grantedByName: true });
  });
});

it('takes the members of the namespace for its owners, and no administrator who is not one', async () => {
  const { directory } = await SmallHouse.open();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace({ teams: ['team-pay'] }) });
  const teammate = callerOf(aPrincipal({ id: 'principal-tom' }), [], null, ['team-pay']);
  const manager = aCaller({ id: 'principal-root' }, ['admin']);
  const callers = [aCaller(), teammate, manager, stranger];
  expect(callers.map((it) => isOwned(it, version, directory))).toEqual([true, true, false, false]);
});

describe('factsOf', () => {
  it('names things as people do', async () => {
    const { directory } = await SmallHouse.open();
    directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
    const admin = aCaller({}, ['admin']);
    const { principal, tool, context } = factsOf(admin, version, true, 0.5, directory);
    expect(principal).toEqual({ id: 'default/ann', name: 'ann', kind: 'user', organisation: 'default', teams: [] });
    expect(tool.capabilities).toEqual(['commerce.order.create', 'commerce.order', 'commerce']);
    expect([tool.id, tool.provider, context.owned, context.trust]).toEqual([
      version.manifest.name,
      'default',
      true,
      0.5,
    ]);
  });
});

it('an enabled kit counts as a grant of each of its tools by name', async () => {
  const house = await SmallHouse.open();
  const endpoint = { server: 'assay/files', tool: 'write' };
  const annotations = { readOnlyHint: false, destructiveHint: true };
  const manifest = aManifest({ name: 'assay/files.write', protocol: 'mcp', endpoint, annotations });
  const write = aVersion(manifest, { namespace: 'assay', tool: 'files.write' });
  expect(disabledKit(write, house.directory)).toBe('files');
  expect(lettingIn(bob, write, house.directory)).toMatchObject({ endorsed: false, grantedByName: false });
  const endorsement = { id: 'e', organisationId: 'org-acme', tool: 'assay/files.write', createdAt: 0, createdBy: null };
  await house.identities.addEndorsement(endorsement);
  await house.feed.caughtUp();
  expect(disabledKit(write, house.directory)).toBeNull();
  expect(lettingIn(bob, write, house.directory)).toMatchObject({ endorsed: true, grantedByName: true });
});
