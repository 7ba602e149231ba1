import { Directory } from '@assay/identity';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ScopesNeeded } from './scopes-needed.js';

function setUp() {
  const directory = new Directory();
  const catalogue = new Catalogue();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const [version, scopes] of [
    ['1.0.0', []],
    ['1.1.0', ['orders:write']],
  ] as const) {
    const state = aVersion(aManifest({ name: 'acme/pay', version, auth: { scopes: [...scopes] } }), { id: version });
    catalogue.apply({ kind: 'tool-version', id: version, state });
  }
  return new ScopesNeeded(catalogue, directory);
}

describe('the scopes a call needs', () => {
  const caller = aCaller();

  it('are those of the newest version in range, when the caller may call none as it is', () => {
    expect(setUp().of(caller, 'acme/pay@1.1.0')).toEqual(['orders:write']);
  });

  it('are none when a version of the range can be called, or the caller has them', () => {
    expect(setUp().of(caller, 'acme/pay@^1')).toEqual([]);
    const able = aCaller({}, ['tools:call', 'orders:write']);
    expect(setUp().of(able, 'acme/pay@1.1.0')).toEqual([]);
  });

  it('say nothing about a tool that is absent for the caller', () => {
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    expect(setUp().of(stranger, 'acme/pay@1.1.0')).toEqual([]);
    expect(setUp().of(caller, 'acme/none')).toEqual([]);
    expect(setUp().of(caller, 'acme/pay@soon')).toEqual([]);
  });
});
