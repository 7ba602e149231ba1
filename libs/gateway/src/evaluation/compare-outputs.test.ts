import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareOutputs, defaultTolerance, groupedPath, maxDifferences, shownValue } from './compare-outputs.js';

const kinds = (before: unknown, after: unknown, tolerance = defaultTolerance) =>
  compareOutputs(before, after, tolerance).map(
    ({ kind, path, withinTolerance }) => `${kind} ${path}${withinTolerance ? ' ~' : ''}`,
  );

describe('compareOutputs', () => {
  it.each<[unknown, unknown, string[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1 }, {}, ['missing /a']],
    [{}, { a: 1 }, ['added /a']],
    [{ a: 1 }, { a: '1' }, ['type /a']],
    [{ a: null }, { a: {} }, ['type /a']],
    [{ a: 1 }, { a: 2 }, ['number /a']],
    [{ a: 0.1 + 0.2 }, { a: 0.3 }, ['number /a ~']],
    [{ a: true }, { a: false }, ['value /a']],
    ['Berlin, Germany', 'berlin  germany', ['text  ~']],
    ['Berlin', 'Madrid', ['text ']],
    [[1, 2], [1], ['length ']],
    [{ rows: [{ n: 1 }, { n: 2 }] }, { rows: [{ n: 1 }, { n: 3 }] }, ['number /rows/1/n']],
    [{ 'a/b': 1 }, { 'a/b': 2 }, ['number /a~1b']],
    [undefined, 1, ['added ']],
  ])('%j and %j', (before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });

  it('takes the tolerance that is asked for', () => {
    expect(kinds({ a: 100 }, { a: 101 }, { relative: 0.02, text: 1 })).toEqual(['number /a ~']);
    expect(kinds('Berlin, Germany', 'berlin  germany', { relative: 0, text: 1 })).toEqual(['text  ~']);
    expect(kinds('Berlin', 'Berlim', { relative: 0, text: 0.5 })).toEqual(['text  ~']);
  });

  it('ends with a bounded number of differences, however deep and long the outputs are', () => {
    const long = (by: number) => Array.from({ length: 100_000 }, (_, at) => at + by);
    expect(compareOutputs(long(0), long(1))).toHaveLength(maxDifferences);
    let [a, b]: [unknown, unknown] = [1, 2];
    for (let depth = 0; depth < 200; depth += 1) [a, b] = [{ a }, { a: b }];
    expect(kinds(a, b)).toHaveLength(1);
  });

  const value = fc.jsonValue({ maxDepth: 4 });

  it('finds nothing in equal outputs, and the same places either way', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(compareOutputs(a, structuredClone(a))).toEqual([]);
        const places = (x: unknown, y: unknown) =>
          compareOutputs(x, y)
            .map(({ path }) => path)
            .sort();
        expect(places(a, b)).toEqual(places(b, a));
      }),
    );
  });
});

it('groups the items of lists, and shows values briefly', () => {
  expect([groupedPath('/rows/12/n'), groupedPath('/rows/3'), groupedPath('/a1/x')]).toEqual([
    '/rows/*/n',
    '/rows/*',
    '/a1/x',
  ]);
  expect([shownValue(undefined), shownValue([1, 2]), shownValue('x')]).toEqual([undefined, '2 items', '"x"']);
  expect(shownValue('x'.repeat(500))).toMatch(/… \(502 characters\)$/);
});
