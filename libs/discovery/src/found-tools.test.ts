import { type Caller, Directory } from '@assay/identity';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { CandidateTool } from './candidate.js';
import { FoundTools } from './found-tools.js';

const caller = aCaller();
const versionOf = (name: string, parts: object = {}) =>
  aVersion(aManifest({ name: `acme/${name}`, capabilities: ['geo.geocode'], ...parts }), { id: name });

function setUp(trust: Readonly<Record<string, number>>) {
  const catalogue = new Catalogue(new Directory().aliases);
  const versions = Object.keys(trust).map((name) => versionOf(name));
  for (const state of versions) catalogue.apply({ kind: 'tool-version', id: state.id, state });
  let searches = 0;
  const find = (id: string, who: Caller): CandidateTool | undefined => {
    searches += 1;
    const version = catalogue.tool(id)?.versions[0];
    if (version === undefined) return undefined;
    return {
      ...{ id, version: version.version, manifest: version.manifest, stage: version.stage, trustView: 'inside' },
      ...{ trust: trust[id.slice(5)] as number, own: true, endorsed: false },
      mayCall: { allowed: who.principalId !== 'blind', why: '' },
    };
  };
  const clock = new FakeClock();
  return { found: new FoundTools({ catalogue, candidates: { find }, clock }), clock, searches: () => searches };
}
const names = (found: FoundTools, who = caller, constraints = {}) =>
  found.best(['geo.geocode'], constraints, who).map(({ manifest }) => manifest.name);

describe('FoundTools', () => {
  it('ranks the tools of a capability that meet the constraints and may be called', () => {
    const { found } = setUp({ weak: 0.6, strong: 0.9, poor: 0.1 });
    expect(names(found, caller, { minTrust: 0.5 })).toEqual(['acme/strong', 'acme/weak']);
    expect(names(found, aCaller({ id: 'blind' }))).toEqual([]);
    expect(found.best(['no.such'], {}, caller)).toEqual([]);
  });

  it('keeps what it found for two seconds, for each caller', () => {
    const { found, clock, searches } = setUp({ a: 0.9 });
    names(found);
    names(found);
    expect(searches()).toBe(1);
    names(found, aCaller({ id: 'principal-bob' }));
    clock.advance(2_000);
    names(found);
    expect(searches()).toBe(3);
  });

  it('needs no trust of a tool that was named, unless a constraint states it', () => {
    const { found } = setUp({ poor: 0.1 });
    const version = versionOf('poor');
    expect(found.meets(version, {}, caller)).toBe(true);
    expect(found.meets(version, { minTrust: 0.5 }, caller)).toBe(false);
    expect(found.meets(versionOf('unknown'), {}, caller)).toBe(false);
    expect(found.problem('geo.geocode', {})).toBeUndefined();
  });
});
