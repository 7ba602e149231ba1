import { Directory } from '@assay/identity';
import { splitReference } from '@assay/kernel';
import { Catalogue, type ToolVersion } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { DerivedForCallers, renamedWarning, resolve } from './resolve.js';
import { aCall } from './testing/a-call.js';
import { passing } from './testing/passing.js';

const version = (number: string, parts: Partial<ToolVersion> = {}) => aVersion(aManifest({ version: number }), parts);
const bob = aCaller({ id: 'principal-bob' });

function run(versions: ToolVersion[], tool: string, caller = aCaller()) {
  const catalogue = new Catalogue();
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const it of versions) catalogue.apply({ kind: 'tool-version', id: it.id, state: it });
  const call = aCall({ caller, request: { tool, input: {} } });
  return { call, failure: passing(resolve(catalogue, directory)).run(call) };
}

it.each([
  ['acme/orders.create', ['acme/orders.create', undefined]],
  ['acme/orders.create@^1', ['acme/orders.create', '^1']],
  ['acme/orders.create@>=1 <3', ['acme/orders.create', '>=1 <3']],
])('splits %s', (reference, parts) => {
  expect(splitReference(reference)).toEqual(parts);
});

it('reports the current name of a tool to callers that use a former one', () => {
  expect(renamedWarning('acme/orders.create', aVersion())).toEqual([]);
  expect(renamedWarning('old/orders', aVersion())).toEqual([
    'old/orders is called acme/orders.create now; the old name keeps working',
  ]);
});

describe('resolve', () => {
  it('finds the newest version within the range', () => {
    const { call, failure } = run([version('1.0.0'), version('1.2.0'), version('2.0.0')], 'acme/orders.create@^1');
    expect([failure, call.resolved.version?.version, call.happened.warnings]).toEqual([undefined, '1.2.0', []]);
  });

  it('passes over what this caller may not call, and says so', () => {
    const versions = [version('1.0.0', { stage: 'BETA' }), version('2.0.0')];
    const { call } = run(versions, 'acme/orders.create', bob);
    expect(call.resolved.version?.version).toBe('1.0.0');
    expect(call.happened.warnings).toEqual([expect.stringContaining('2.0.0 is newer but was passed over')]);
  });

  it('takes the newest when none may be called, so that the next stage refuses it', () => {
    const { call, failure } = run([version('1.0.0'), version('2.0.0')], 'acme/orders.create', bob);
    expect([failure, call.resolved.version?.version]).toEqual([undefined, '2.0.0']);
  });

  it.each([
    ['a tool that is not there', 'acme/none', aCaller(), 'not_found'],
    [
      'a tool the caller does not see',
      'acme/orders.create',
      aCaller({ id: 'e', organisationId: 'org-other' }),
      'not_found',
    ],
    ['a range nothing fits', 'acme/orders.create@^7', aCaller(), 'version_not_found'],
    ['what is no range', 'acme/orders.create@soon', aCaller(), 'invalid_request'],
  ])('fails for %s', (_, tool, caller, code) => {
    const { call, failure } = run([version('1.0.0')], tool, caller);
    expect(failure).toMatchObject({ code });
    expect(call.resolved.version).toBeUndefined();
  });
});

function deriving() {
  const catalogue = new Catalogue();
  const directory = new Directory();
  let times = 0;
  const derived = new DerivedForCallers<number>(catalogue, directory);
  const next = () => {
    times += 1;
    return times;
  };
  return { catalogue, directory, of: (caller = aCaller(), key = 'a') => derived.of(caller, key, next) };
}

describe('what is derived for callers', () => {
  it('derives once for each caller and key', () => {
    const { of } = deriving();
    const [ann, bob] = [aCaller(), aCaller({ id: 'principal-bob' })];
    expect([of(ann), of(ann), of(ann, 'b'), of(bob), of(ann)]).toEqual([1, 1, 2, 3, 1]);
  });

  it('derives again after a change of the catalogue or the directory', () => {
    const { catalogue, directory, of } = deriving();
    const caller = aCaller();
    const version = aVersion(aManifest());
    expect(of(caller)).toBe(1);
    catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
    expect([of(caller), of(caller)]).toEqual([2, 2]);
    directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
    expect([of(caller), of(caller)]).toEqual([3, 3]);
  });

  it('keeps a bounded number of values for a caller', () => {
    const { of } = deriving();
    const caller = aCaller();
    const first = of(caller, 'first');
    for (let key = 0; key < 600; key += 1) of(caller, String(key));
    expect(of(caller, 'first')).toBeGreaterThan(first);
  });
});
