import { type CandidateTool, FoundTools } from '@assay/discovery';
import { type Caller, Directory } from '@assay/identity';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue, type ToolVersion } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call } from '../call.js';
import { aCall, aCallWith } from '../testing/a-call.js';
import { DeclaredHierarchies } from './declared-hierarchies.js';
import { Hierarchies } from './hierarchies.js';
import type { Hierarchy } from './hierarchy.js';
import { levelAt } from './level-at.js';
import { standingOf } from './standing.js';

const caller = aCaller();
const manifest = (name: string, parts: object = {}) =>
  aManifest({ name: `acme/${name}`, capabilities: ['geo.geocode'], annotations: { readOnlyHint: true }, ...parts });

function setUp(versions: readonly ToolVersion[], levels?: Hierarchy['levels'], parts: Partial<Hierarchy> = {}) {
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const catalogue = new Catalogue(directory.aliases);
  for (const state of versions) catalogue.apply({ kind: 'tool-version', id: state.id, state });
  const declared = new DeclaredHierarchies();
  const hierarchy: Hierarchy = {
    ...{ id: 'h', organisationId: caller.organisationId as string, capability: 'geo.geocode', escalates: true },
    ...{ levels: levels ?? [], revision: 1, changedAt: 0, changedBy: null },
    ...parts,
  };
  if (levels !== undefined) declared.apply({ kind: 'fallback', id: 'h', state: hierarchy });
  let looked = 0;
  const find = (id: string, who: Caller): CandidateTool | undefined => {
    looked += 1;
    const version = catalogue.tool(id)?.versions[0];
    if (version === undefined || who.principalId === 'blind') return undefined;
    return {
      ...{ id, version: version.version, manifest: version.manifest, stage: version.stage },
      ...{ trust: 0.9, trustView: 'inside', own: true, endorsed: false, mayCall: { allowed: true, why: '' } },
    };
  };
  const clock = new FakeClock();
  const found = new FoundTools({ catalogue, candidates: { find }, clock });
  const hierarchies = new Hierarchies({ catalogue, directory, declared, found });
  return { hierarchies, catalogue, directory, found, clock, looked: () => looked };
}

const first = aVersion(manifest('first', { costPerCallUsd: 9 }));
const second = aVersion(manifest('second', { costPerCallUsd: 0 }));
const third = aVersion(manifest('third'));
const both = [
  { tool: 'acme/first', accuracy: 0.8 },
  { tool: 'acme/second', accuracy: 0.4 },
];
const byName = (tool: string, version: ToolVersion, more: object = {}): Call =>
  aCall({ request: { tool, input: {}, ...more }, reference: tool }, version);
const names = (standIns: readonly { tool: string }[]) => standIns.map(({ tool }) => tool);
const levelsOf = ({ hierarchies }: ReturnType<typeof setUp>, more: object = {}) => {
  const levels = hierarchies.levelsOf({ capability: 'geo.geocode', input: {}, ...more }, caller);
  if (!levels.ok) throw new Error(levels.error.message);
  return levels.value;
};

describe('a call by name', () => {
  it('has the levels after its own as fallbacks, rated by their accuracy relative to its own', () => {
    const { hierarchies } = setUp([first, second], both);
    expect(hierarchies.standIns(byName('acme/first', first))).toMatchObject([
      { tool: 'acme/second', level: 2, accuracy: 0.5, versionId: second.id, readOnly: true },
    ]);
    expect(hierarchies.standIns(byName('acme/second', second))).toEqual([]);
  });

  it('of an exact version has some only when it asks for them, and none when it says so', () => {
    const { hierarchies } = setUp([first, second], both);
    expect(hierarchies.standIns(byName('acme/first@1.0.0', first))).toEqual([]);
    expect(names(hierarchies.standIns(byName('acme/first@1.0.0', first, { fallback: 'declared' })))).toEqual([
      'acme/second',
    ]);
    expect(hierarchies.standIns(byName('acme/first@^1', first, { fallback: 'none' }))).toEqual([]);
    expect(hierarchies.hierarchyOf(byName('acme/first@1.0.0', first))).toBeUndefined();
    // What goes on with a person's consent is pinned to what that was given to; it was asked for by range.
    const approved = aCallWith(byName('acme/first@^1', first), { reference: 'acme/first@1.0.0' });
    expect(names(hierarchies.standIns(approved))).toEqual(['acme/second']);
    expect(hierarchies.hierarchyOf(approved)?.escalates).toBe(true);
    expect(hierarchies.hierarchyOf(byName('acme/first', first))).toEqual({
      capability: 'geo.geocode',
      escalates: true,
    });
  });

  it('has what discovery finds only when it asks for that, behind what is declared', () => {
    const { hierarchies } = setUp([first, second, third], both);
    expect(names(hierarchies.standIns(byName('acme/first', first)))).toEqual(['acme/second']);
    expect(names(hierarchies.standIns(byName('acme/first', first, { fallback: 'discovered' })))).toEqual([
      'acme/second',
      'acme/third@1.0.0',
    ]);
  });

  it('goes by the hierarchy of its organisation alone', () => {
    const { hierarchies } = setUp([first, second], both, { organisationId: 'org-other' });
    expect(hierarchies.standIns(byName('acme/first', first))).toEqual([]);
    const nobody = { ...caller, organisationId: null };
    expect(hierarchies.standIns(aCallWith(byName('acme/first', first), { caller: nobody }))).toEqual([]);
  });

  it('leaves mappings to who begins with the first level', () => {
    const levels = [...both, { tool: 'acme/third', accuracy: 1, mapping: '{"a": b}' }];
    const { hierarchies } = setUp([first, second, third], levels);
    expect(names(hierarchies.standIns(byName('acme/first', first)))).toEqual(['acme/second', 'acme/third']);
    expect(hierarchies.standIns(byName('acme/second', second))).toEqual([]);
  });
});

describe('a call by capability', () => {
  it('has the declared levels, then what is found', () => {
    const house = setUp([first, second, third], both);
    expect(levelsOf(house)).toMatchObject([
      { tool: 'acme/first', level: 1, accuracy: 1 },
      { tool: 'acme/second', level: 2, accuracy: 0.5 },
      { tool: 'acme/third@1.0.0', level: 3, accuracy: 1 },
    ]);
    expect(names(levelsOf(house, { fallback: 'declared' }))).toEqual(['acme/first', 'acme/second']);
    expect(names(levelsOf(house, { fallback: 'none' }))).toEqual(['acme/first']);
  });

  it('has the best tools found where nothing is declared: of those behind the first, what surely fits it', () => {
    const odd = aVersion(manifest('zodd', { inputSchema: { type: 'object', properties: {}, required: ['q'] } }));
    const house = setUp([first, second, odd]);
    expect(names(levelsOf(house))).toEqual(['acme/second@1.0.0', 'acme/first@1.0.0']);
    expect(names(levelsOf(house, { fallback: 'none' }))).toEqual(['acme/second@1.0.0']);
    expect(levelsOf(setUp([]))).toEqual([]);
    expect(house.hierarchies.hierarchyOf(aCall({ request: { capability: 'geo.geocode', input: {} } }))).toEqual({
      capability: 'geo.geocode',
      escalates: false,
    });
  });

  it('passes over what is revoked, or not what was asked for; of tools it does not see nothing is said', () => {
    const house = setUp([first, second], [...both, { tool: 'acme/none', accuracy: 1 }]);
    house.catalogue.apply({ kind: 'revocation', id: 'r', state: aRevocation({ id: 'r', tool: 'first' }) });
    expect(levelsOf(house, { constraints: { maxCost: 1 } })).toMatchObject([
      { tool: 'acme/first', unfit: 'version_revoked' },
      { tool: 'acme/second' },
    ]);
    const strict = levelsOf(setUp([first, second], both), { constraints: { maxCost: 1 } });
    expect(strict.map(({ unfit }) => unfit)).toEqual(['unmet_constraint', undefined]);
  });

  it('refuses constraints nobody can read', () => {
    const { hierarchies } = setUp([first]);
    const request = { capability: 'geo.geocode', input: {}, constraints: { version: 'new' } };
    expect(hierarchies.levelsOf(request, caller)).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
  });
});

describe('FoundTools', () => {
  it('looks once for a while, for each caller', () => {
    const { found, clock, looked } = setUp([first, second]);
    expect(found.best(['geo.geocode'], {}, caller)).toEqual([second, first]);
    const before = looked();
    found.best(['geo.geocode'], {}, caller);
    expect(looked()).toBe(before);
    expect(found.best(['geo.geocode'], {}, aCaller({ id: 'blind' }))).toEqual([]);
    clock.advance(2_000);
    found.best(['geo.geocode'], {}, caller);
    expect(looked()).toBeGreaterThan(before + 2);
  });

  it('finds nothing for what nobody can read, or has', () => {
    const { found } = setUp([first]);
    expect(found.best(['geo.geocode'], { version: 'new' }, caller)).toEqual([]);
    expect(found.best(['geo.other'], {}, caller)).toEqual([]);
  });
});

describe('levelAt and standingOf', () => {
  const circuits = { stateOf: () => 'OPEN' as const };

  it('say what a level comes to, and how it stands', () => {
    const slow = aVersion(manifest('first', { sla: { p50Ms: 5, p95Ms: 20, p99Ms: 50, availability: 0.9 } }));
    const { catalogue, directory } = setUp([slow]);
    expect(levelAt('acme/first', caller, catalogue, directory)).toMatchObject({ state: 'callable', version: slow });
    expect(levelAt('acme/first@^2', caller, catalogue, directory)).toMatchObject({
      state: 'out of use',
      reason: 'version_not_found',
    });
    expect(levelAt('acme/none', caller, catalogue, directory)).toEqual({ state: 'absent' });
    const ports = { catalogue, directory, circuits };
    expect(standingOf({ tool: 'acme/first', accuracy: 0.9 }, 1, caller, ports)).toEqual({
      ...{ priority: 1, tool: 'acme/first', accuracy: 0.9, version: '1.0.0', p50Ms: 5, p99Ms: 50 },
      ...{ costUsd: null, availability: 0.9, circuit: 'OPEN' },
    });
    expect(standingOf({ tool: 'acme/none', accuracy: 1 }, 2, caller, ports)).toMatchObject({
      version: null,
      problem: /no tool/,
    });
    expect(standingOf({ tool: 'acme/first@^2', accuracy: 1 }, 2, caller, ports)).toMatchObject({
      version: null,
      circuit: null,
    });
  });

  it('say why a level is refused', () => {
    const quarantined = aVersion(manifest('first'), { quarantined: { since: 0, finding: 'it lies' } });
    const { catalogue, directory } = setUp([quarantined]);
    expect(levelAt('acme/first', caller, catalogue, directory)).toMatchObject({
      state: 'refused',
      reason: 'quarantined',
    });
    const standing = standingOf({ tool: 'acme/first', accuracy: 1 }, 1, caller, { catalogue, directory, circuits });
    expect(standing).toMatchObject({ version: '1.0.0', problem: 'quarantined: it lies' });
  });
});
