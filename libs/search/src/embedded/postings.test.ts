import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countOne, highestCount, Postings } from './postings.js';

describe('countOne', () => {
  it('counts fields apart, and stops at the highest count', () => {
    let packed = countOne(countOne(0, 0), 5);
    for (let n = 0; n < 100; n += 1) packed = countOne(packed, 2);
    expect([0, 1, 2, 3, 4, 5].map((field) => (packed >>> (field * 5)) & highestCount)).toEqual([1, 0, 31, 0, 0, 1]);
  });
});

describe('Postings', () => {
  it('has what was added, before and after clearing away', () => {
    const slots = fc.uniqueArray(fc.nat(400), { maxLength: 200 });
    fc.assert(
      fc.property(slots, slots, (added, removed) => {
        const postings = new Postings();
        for (const slot of [...added].sort((a, b) => a - b)) postings.add(slot, 1);
        for (let slot = 0; slot <= 400; slot += 1) expect(postings.has(slot)).toBe(added.includes(slot));
        const moved = new Int32Array(401);
        let next = 0;
        for (let slot = 0; slot <= 400; slot += 1) moved[slot] = removed.includes(slot) ? -1 : next++;
        postings.compact(moved);
        const kept = added.filter((slot) => !removed.includes(slot)).map((slot) => moved[slot] as number);
        expect(postings.length).toBe(kept.length);
        expect(kept.every((slot) => postings.has(slot))).toBe(true);
        postings.add(401, 1);
        expect(postings.has(401)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
