import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TermLists } from './term-lists.js';

describe('TermLists', () => {
  it('gives back what was put, before and after clearing away', () => {
    const list = fc.array(fc.nat(20), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.tuple(list, fc.boolean()), { maxLength: 120 }), (rows) => {
        const lists = new TermLists();
        rows.forEach(([terms], slot) => {
          lists.put(slot, terms);
        });
        rows.forEach(([terms], slot) => {
          expect([...lists.of(slot)]).toEqual(terms);
        });
        let next = 0;
        const moved = Int32Array.from(rows, ([, stays]) => (stays ? next++ : -1));
        const termMoved = Int32Array.from({ length: 15 }, (_, term) => term + 100);
        lists.compact(moved, next, termMoved);
        const kept = rows.filter(([, stays]) => stays);
        kept.forEach(([terms], slot) => {
          expect([...lists.of(slot)]).toEqual(terms.map((term) => (term < 15 ? term + 100 : term)));
        });
        lists.put(kept.length, [7, 7]);
        expect([...lists.of(kept.length)]).toEqual([7, 7]);
      }),
      { numRuns: 50 },
    );
  });
});
