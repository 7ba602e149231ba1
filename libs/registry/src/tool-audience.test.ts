import { anonymousCaller, Directory } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import type { Tool } from './catalogue.js';
import { aCaller, aManifest, aNamespace, aVersion } from './testing/builders.js';
import { versionAudience, visibleVersions } from './tool-audience.js';

const open = aVersion(aManifest({ version: '1.0.0', capabilities: ['commerce.order'] }));
const shut = aVersion(aManifest({ version: '2.0.0', visibility: 'private' }));
const tool: Tool = { id: 'acme/orders.create', namespace: 'acme', organisationId: 'org-acme', versions: [shut, open] };
const bob = aCaller({ id: 'principal-bob' });
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

function directory(visibility: 'public' | 'organisation' | 'private') {
  const made = new Directory();
  made.apply({ kind: 'namespace', id: 'n', state: aNamespace({ visibility }) });
  return made;
}
const seen = (caller: ReturnType<typeof aCaller>, inside: Directory) =>
  visibleVersions(tool, caller, inside).map((it) => it.version);

describe('visibleVersions', () => {
  it('follows the namespace, narrowed version by version', () => {
    expect(seen(anonymousCaller(true), directory('public'))).toEqual(['1.0.0']);
    expect(seen(anonymousCaller(false), directory('public'))).toEqual([]);
    expect(seen(eve, directory('organisation'))).toEqual([]);
    expect(seen(bob, directory('organisation'))).toEqual(['1.0.0']);
    expect(seen(bob, directory('private'))).toEqual([]);
    expect(seen(aCaller(), directory('private'))).toEqual(['2.0.0', '1.0.0']);
    expect(seen(aCaller({ id: 'principal-root' }, ['admin']), directory('private'))).toEqual(['2.0.0', '1.0.0']);
  });

  it('includes grantees of a tool or of its capabilities, and organisations that endorse it', () => {
    const granted = directory('private');
    const grant = {
      organisationId: 'org-acme',
      principalId: 'principal-bob',
      granteeOrganisationId: null,
      actions: ['call'] as const,
      createdAt: 0,
      createdBy: null,
    };
    granted.apply({
      kind: 'grant',
      id: 'g',
      state: { ...grant, id: 'g', tool: null, capability: 'commerce', server: null, actions: ['call'] },
    });
    expect(seen(bob, granted)).toEqual(['1.0.0']);
    const endorsed = directory('private');
    const endorsement = {
      id: 'e',
      organisationId: 'org-other',
      tool: 'acme/orders.create',
      createdAt: 0,
      createdBy: null,
    };
    endorsed.apply({ kind: 'endorsement', id: 'e', state: endorsement });
    expect(seen(eve, endorsed)).toEqual(['2.0.0', '1.0.0']);
  });

  it('is empty for an unknown tool, or one whose namespace is gone', () => {
    expect(visibleVersions(undefined, aCaller(), directory('public'))).toEqual([]);
    expect(versionAudience(open, new Directory())).toEqual([]);
  });
});
