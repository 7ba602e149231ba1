import { Directory } from '@assay/identity';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { otherTools, revokedRules } from './alternatives.js';

const ann = aCaller();
const bob = aCaller({ id: 'principal-bob' });
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
const both = ['commerce.order', 'commerce.pay'];
const revoked = aVersion(aManifest({ capabilities: both }));

function setUp() {
  const catalogue = new Catalogue();
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const add = (name: string, capabilities: string[], parts = {}) => {
    const version = aVersion(aManifest({ name, capabilities }), parts);
    catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  };
  catalogue.apply({ kind: 'tool-version', id: revoked.id, state: revoked });
  add('acme/one', ['commerce.order']);
  add('acme/two', both, { stage: 'BETA' });
  add('acme/other', ['data.query']);
  add('acme/gone', both, { status: 'YANKED' });
  add('acme/bad', both);
  catalogue.revocations.apply('r', aRevocation({ id: 'r', tool: 'bad' }));
  return { catalogue, directory, add };
}

describe('otherTools', () => {
  it('are those that share a capability, most of them first, and can be called', () => {
    const { catalogue, directory } = setUp();
    expect(otherTools(revoked, ann, catalogue, directory)).toEqual(['acme/two@1.0.0', 'acme/one@1.0.0']);
    expect(otherTools(revoked, bob, catalogue, directory)).toEqual(['acme/two@1.0.0']);
    expect(otherTools(revoked, eve, catalogue, directory)).toEqual([]);
    expect(otherTools(aVersion(), ann, catalogue, directory)).toEqual([]);
  });

  it('are what it sees for a caller who only looks around', () => {
    const { catalogue, directory } = setUp();
    const reader = aCaller({ id: 'principal-bob' }, ['registry:read']);
    expect(otherTools(revoked, reader, catalogue, directory)).toEqual(['acme/two@1.0.0', 'acme/one@1.0.0']);
  });

  it('are ten at most', () => {
    const { catalogue, directory, add } = setUp();
    for (let at = 0; at < 20; at += 1) add(`acme/t${at}`, both);
    expect(otherTools(revoked, ann, catalogue, directory)).toHaveLength(10);
  });

  it('are asked for by resolving', () => {
    const { catalogue, directory } = setUp();
    const rules = revokedRules(bob, catalogue, directory);
    expect(rules.instead(revoked)).toEqual(['acme/two@1.0.0']);
    expect(rules.covering(aVersion(aManifest({ name: 'acme/bad' })))?.id).toBe('r');
    expect(rules.covering(revoked)).toBeUndefined();
  });
});
