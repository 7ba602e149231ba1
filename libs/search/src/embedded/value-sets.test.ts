import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ValueSets } from './value-sets.js';

const values = fc.array(fc.constantFrom<string>('a', 'b', 'c', '["a","b"]'), { maxLength: 4 });

describe('ValueSets', () => {
  it('keeps each distinct set once', () => {
    const sets = new ValueSets();
    sets.put(0, ['b', 'a']);
    sets.put(1, ['a', 'b', 'a']);
    sets.put(2, ['["a","b"]']);
    expect([...sets.numbers.slice(0, 3)]).toEqual([1, 1, 2]);
    expect([...sets.mask((own) => own.includes('a'))]).toEqual([0, 1, 0]);
    expect(sets.counts([0, 2, 1])).toEqual({ a: 2, b: 2, '["a","b"]': 1 });
  });

  it('gives what was put, before and after clearing away', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(values, fc.boolean()), { maxLength: 150 }), (rows) => {
        const sets = new ValueSets();
        rows.forEach(([own], slot) => {
          sets.put(slot, own);
        });
        const has = (slot: number, value: string) =>
          sets.mask((own) => own.includes(value))[sets.numbers[slot] as number] === 1;
        rows.forEach(([own], slot) => {
          for (const value of ['a', 'b', 'c']) expect(has(slot, value)).toBe(own.includes(value));
        });
        let next = 0;
        const moved = Int32Array.from(rows, ([, stays]) => (stays ? next++ : -1));
        sets.compact(moved, next);
        const kept = rows.filter(([, stays]) => stays);
        kept.forEach(([own], slot) => {
          for (const value of ['a', 'b', 'c']) expect(has(slot, value)).toBe(own.includes(value));
        });
        expect(sets.size).toBeLessThanOrEqual(kept.length + 1);
      }),
      { numRuns: 50 },
    );
  });

  it('takes a removed document for one without values', () => {
    const sets = new ValueSets();
    sets.put(0, ['a']);
    sets.remove(0);
    expect(sets.numbers[0]).toBe(0);
  });
});
