import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Best } from './top-k.js';

describe('Best', () => {
  it('keeps what sorting everything would put first', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 200 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 20 }), (offered, limit) => {
        const best = new Best(limit, (a, b) => a < b);
        offered.forEach((score, slot) => {
          best.offer(slot, score);
        });
        const sorted = offered
          .map((score, slot) => ({ slot, score }))
          .sort((a, b) => b.score - a.score || a.slot - b.slot)
          .slice(0, limit);
        expect(best.take()).toEqual(sorted);
      }),
    );
  });
});
