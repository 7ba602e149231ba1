import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mismatch } from './match-output.js';

const exact = (output: unknown, actual: unknown) => mismatch({ output, match: 'exact' }, actual);
const subset = (output: unknown, actual: unknown) => mismatch({ output, match: 'subset' }, actual);

describe('mismatch', () => {
  // expected, actual, exactly, at least
  it.each<[unknown, unknown, string | null, string | null]>([
    [{ a: 1 }, { a: 1 }, null, null],
    [{ a: 1 }, { b: 2, a: 1 }, '/b should be absent and is 2', null],
    [{ a: 1 }, { a: 2 }, '/a should be 1 and is 2', '/a should be 1 and is 2'],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, '/a/c should be absent and is 2', null],
    [{ a: 1 }, {}, '/a should be 1 and is absent', '/a should be 1 and is absent'],
    [{ a: null }, {}, '/a should be null and is absent', '/a should be null and is absent'],
    [[1, { a: 1 }], [1, { a: 1, b: 2 }], '/1/b should be absent and is 2', null],
    [[1], [1, 2], 'the output should be [1] and is [1,2]', 'the output should be [1] and is [1,2]'],
    ['a', 'b', 'the output should be "a" and is "b"', 'the output should be "a" and is "b"'],
    [{}, [], 'the output should be {} and is []', 'the output should be {} and is []'],
    [{ toString: 1 }, {}, '/toString should be 1 and is absent', '/toString should be 1 and is absent'],
    [{ 'a/b': 1 }, { 'a/b': 2 }, '/a~1b should be 1 and is 2', '/a~1b should be 1 and is 2'],
  ])('%j against %j', (expected, actual, exactly, atLeast) => {
    expect(exact(expected, actual)).toBe(exactly);
    expect(subset(expected, actual)).toBe(atLeast);
  });

  it('leaves it to the schema where nothing is expected, or that is asked for', () => {
    expect(mismatch({}, { a: 1 })).toBeNull();
    expect(mismatch({ match: 'exact' }, 5)).toBeNull();
    expect(mismatch({ output: 1, match: 'schema' }, 2)).toBeNull();
    expect(mismatch({ output: 1 }, 2)).toBe('the output should be 1 and is 2');
  });

  it('tells of a long value by its beginning', () => {
    expect(exact('', 'x'.repeat(5_000))).toMatch(/^the output should be "" and is "x{119}… \(5002 characters\)$/);
  });

  const value = fc.jsonValue({ maxDepth: 4 });

  it('finds nothing against the same value, and what is exact is a subset', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(exact(a, structuredClone(a))).toBeNull();
        expect(subset(a, structuredClone(a))).toBeNull();
        if (exact(a, b) === null) expect(subset(a, b)).toBeNull();
      }),
    );
  });

  it('takes whatever is added to an expected object for a subset, and nothing taken away', () => {
    const members = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value, { minKeys: 1, maxKeys: 5 });
    fc.assert(
      fc.property(members, value, (expected, added) => {
        expect(subset(expected, { ...expected, Added: added })).toBeNull();
        expect(exact(expected, { ...expected, Added: added })).not.toBeNull();
        const [first] = Object.keys(expected) as [string];
        const { [first]: _gone, ...rest } = expected;
        expect(subset(expected, rest)).not.toBeNull();
      }),
    );
  });
});
