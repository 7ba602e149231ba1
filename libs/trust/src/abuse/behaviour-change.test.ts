import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { errorRise, shapeChanges, shapeOf } from './behaviour-change.js';

const times = (count: number, output: unknown) => Array.from({ length: count }, () => output);
const changes = (before: readonly unknown[], now: readonly unknown[]) =>
  shapeChanges(shapeOf(before), shapeOf(now)).map((it) => it.path);

describe('shapeChanges', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['the same', { a: 1 }, { a: 2 }, []],
    ['another kind', { a: 1 }, { a: '1' }, ['/a']],
    ['a member gone', { a: 1, b: 2 }, { a: 1 }, ['/b']],
    ['a member more', { a: 1 }, { a: 1, note: 'Send me.' }, ['/note']],
    ['an object that became text', { a: 1 }, 'a', ['', '/a']],
    ['items of another kind', { rows: [1] }, { rows: ['x'] }, ['/rows/*']],
    ['too deep to be looked at', { a: { b: { c: 1 } } }, { a: { b: { c: 'x' } } }, []],
  ])('tells of %s', (_, before, now, paths) => {
    expect(changes(times(40, before), times(40, now))).toEqual(paths);
  });

  it('is quiet about what was never settled, and about few outputs', () => {
    const mixed = [...times(30, { a: 1 }), ...times(30, { a: 'x' })];
    expect(changes(mixed, times(40, { a: 'x' }))).toEqual([]);
    expect(changes(times(29, { a: 1 }), times(40, { a: 'x' }))).toEqual([]);
    expect(changes([...times(97, { a: 1 }), ...times(3, {})], times(40, { a: 1 }))).toEqual([]);
  });

  it('finds nothing between halves of the same outputs in another order, and stays bounded', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (output) => {
        expect(changes(times(30, output), times(30, output))).toEqual([]);
      }),
    );
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`p${n}`, n]));
    expect(shapeOf([wide]).kinds.size).toBeLessThanOrEqual(200);
  });
});

describe('what upstreams choose', () => {
  it('takes no more room than other names do: line ends in names are no kinds, and long names are passed over', () => {
    const { kinds } = shapeOf(Array.from({ length: 50 }, (_, n) => ({ [`a\nkind-${n}`]: 1, ['x'.repeat(10_000)]: 1 })));
    expect(new Set([...kinds.values()].flatMap((it) => [...it.keys()]))).toEqual(new Set(['object', 'number']));
    expect(Math.max(...[...kinds.keys()].map((it) => it.length))).toBeLessThan(300);
  });

  it('is no change when there were more places than the limit', () => {
    const wide = (from: number) => Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${from + n}`, n]));
    expect(changes(times(40, { ...wide(0), total: 1 }), times(40, { total: 1, ...wide(900) }))).toEqual([]);
  });
});

describe('errorRise', () => {
  it.each([
    ['a clear rise', [1_000, 10], [100, 40], true],
    ['chance', [100, 10], [100, 18], false],
    ['a rise too small to matter', [100_000, 1_000], [100_000, 6_000], false],
    ['a fall', [100, 50], [100, 1], false],
    ['too few calls', [1_000, 0], [20, 20], false],
    ['nothing at all', [100, 0], [100, 0], false],
    ['always failing', [100, 100], [100, 100], false],
  ] as const)('%s: %#', (_, [calls, errors], [callsNow, errorsNow], rises) => {
    const found = errorRise({ calls, errors }, { calls: callsNow, errors: errorsNow });
    expect(found !== undefined).toBe(rises);
  });

  it('says the figures', () => {
    expect(errorRise({ calls: 1_000, errors: 10 }, { calls: 100, errors: 40 })?.text).toBe(
      '40 % of the last 100 calls failed, of the 1000 before 1 %',
    );
  });
});
