import { expect, it } from '@jest/globals';
import { DeclaredHierarchies } from './declared-hierarchies.js';
import type { Hierarchy } from './hierarchy.js';

const hierarchy = (id: string, capability: string, tools: string[], parts: Partial<Hierarchy> = {}): Hierarchy => ({
  id,
  organisationId: 'org',
  capability,
  levels: tools.map((tool) => ({ tool, accuracy: 1 })),
  escalates: true,
  revision: 1,
  changedAt: 0,
  changedBy: null,
  ...parts,
});

it('knows hierarchies by capability and by tool, of one organisation', () => {
  const declared = new DeclaredHierarchies();
  const b = hierarchy('1', 'b', ['acme/x@^1', 'acme/y']);
  const a = hierarchy('2', 'a', ['acme/x']);
  for (const state of [b, a]) declared.apply({ kind: 'fallback', id: state.id, state });
  expect(declared.all('org')).toEqual([a, b]);
  expect(declared.with('org', 'acme/x')).toEqual([a, b]);
  expect(declared.with('org', 'acme/y')).toEqual([b]);
  expect([declared.of('org', 'b'), declared.of('other', 'b'), declared.with('other', 'acme/x')]).toEqual([
    b,
    undefined,
    [],
  ]);
});

it('follows changes in any order', () => {
  const declared = new DeclaredHierarchies();
  declared.apply({ kind: 'fallback', id: '1', state: hierarchy('1', 'b', ['acme/x']) });
  const changed = hierarchy('1', 'b', ['acme/y'], { revision: 2 });
  declared.apply({ kind: 'fallback', id: '1', state: changed });
  expect([declared.with('org', 'acme/x'), declared.with('org', 'acme/y')]).toEqual([[], [changed]]);
  const instead = hierarchy('2', 'b', ['acme/z']);
  declared.apply({ kind: 'fallback', id: '2', state: instead });
  declared.apply({ kind: 'fallback', id: '1', state: null });
  expect([declared.of('org', 'b'), declared.all('org')]).toEqual([instead, [instead]]);
});
