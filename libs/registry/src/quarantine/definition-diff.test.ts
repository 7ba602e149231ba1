import type { DefinitionChange } from '@assay/contracts';
import { canonicalJson } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { definitionDiff } from './definition-diff.js';

describe('definitionDiff', () => {
  // before, after, changes
  it.each<[string, unknown, unknown, DefinitionChange[]]>([
    ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: '/a/b', before: 1, after: 2 }]],
    [
      'a member more and one less',
      { a: 1 },
      { b: null },
      [
        { path: '/a', before: 1 },
        { path: '/b', after: null },
      ],
    ],
    ['a member without a value', { a: undefined }, {}, []],
    ['items of equally many', [1, 2, 3], [1, 5, 3], [{ path: '/1', before: 2, after: 5 }]],
    ['a list that grew', { r: ['a'] }, { r: ['a', 'b'] }, [{ path: '/r', before: ['a'], after: ['a', 'b'] }]],
    ['another kind of value', { a: [] }, { a: {} }, [{ path: '/a', before: [], after: {} }]],
    ['names a pointer escapes', { 'a/b~': 1 }, { 'a/b~': 2 }, [{ path: '/a~1b~0', before: 1, after: 2 }]],
    ['the whole', 'a', null, [{ path: '', before: 'a', after: null }]],
    ['a member of everything', { constructor: 1 }, {}, [{ path: '/constructor', before: 1 }]],
  ])('reports %s', (_, before, after, changes) => {
    expect(definitionDiff(before, after)).toEqual(changes);
  });

  it('reports a large number of changes by their top-level members', () => {
    const many = (value: number) => Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, value]));
    const changes = definitionDiff({ name: 'a', schema: many(1) }, { name: 'a', schema: many(2) });
    expect(changes).toEqual([{ path: '/schema', before: many(1), after: many(2) }]);
  });

  it('reports a long value by its size and digest', () => {
    const [change] = definitionDiff({ description: 'short' }, { description: 'x'.repeat(100_000) });
    expect(change?.after).toMatch(/^\(100002 characters, sha256:[0-9a-f]{64}\)$/);
  });

  it('handles the deepest nesting', () => {
    const nested = (levels: number, leaf: unknown): unknown => (levels === 0 ? leaf : { in: nested(levels - 1, leaf) });
    expect(definitionDiff(nested(1_000, 1), nested(1_000, 2))).toHaveLength(1);
  });

  it('is empty exactly when two values are the same JSON, and lists every place once', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, value, (before, after) => {
        const changes = definitionDiff(before, after);
        expect(changes.length === 0).toBe(canonicalJson(before) === canonicalJson(after));
        expect(new Set(changes.map((it) => it.path)).size).toBe(changes.length);
        expect(definitionDiff(before, before)).toEqual([]);
      }),
    );
  });

  it('has the values of both sides', () => {
    const at = (value: unknown, path: string): unknown =>
      path
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((within, step) => (within as Record<string, unknown>)[step], value);
    const schema = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    fc.assert(
      fc.property(schema, schema, (before, after) => {
        for (const change of definitionDiff(before, after)) {
          if ('before' in change) expect(at(before, change.path)).toEqual(change.before);
          if ('after' in change) expect(at(after, change.path)).toEqual(change.after);
        }
      }),
    );
  });
});
