import { Directory } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import { Catalogue } from '../catalogue.js';
import { aCaller, aManifest, aNamespace, aPrincipal, aRevocation, aVersion } from '../testing/builders.js';
import { nothingThere, RevocationRights } from './revocation-rights.js';

const may = ['registry:read', 'registry:revoke'];
const ann = aCaller({}, may);
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, [...may, 'admin']);
const all = { namespace: 'acme', tool: null, range: null };
const one = { namespace: 'acme', tool: 'orders.create', range: null };

function setUp() {
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  directory.apply({ kind: 'principal', id: 'principal-ann', state: aPrincipal() });
  const catalogue = new Catalogue(directory.aliases);
  const state = aVersion(aManifest());
  catalogue.apply({ kind: 'tool-version', id: state.id, state });
  return new RevocationRights(catalogue, directory);
}

describe('RevocationRights', () => {
  it('lets the owning organisation revoke with the scope, and answers who owns the target', () => {
    expect(setUp().mayRevoke(ann, one)).toEqual({ ok: true, value: 'org-acme' });
    expect(setUp().mayRevoke(ann, all)).toEqual({ ok: true, value: 'org-acme' });
    expect(setUp().mayRevoke(aCaller({}, ['registry:read']), one)).toMatchObject({ error: { code: 'forbidden' } });
    expect(setUp().mayRevoke(aCaller({}, may, ['other']), one)).toMatchObject({ ok: false });
  });

  it('shows nothing of what a caller does not see', () => {
    expect(setUp().mayRevoke(eve, one)).toEqual(nothingThere(one));
    expect(setUp().mayRevoke(ann, { ...all, namespace: 'none' })).toMatchObject({ error: { code: 'not_found' } });
    expect([setUp().sees(ann, one), setUp().sees(ann, { ...one, tool: 'none' }), setUp().sees(eve, all)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('lets the organisation of its author lift a revocation', () => {
    const rights = setUp();
    expect([rights.mayLift(ann, aRevocation()), rights.mayLift(eve, aRevocation())]).toEqual([true, false]);
    expect(rights.takesOver(eve, aRevocation())).toBe(false);
  });
});
