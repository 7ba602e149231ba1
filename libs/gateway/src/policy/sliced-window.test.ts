import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SlicedWindow, slicingOf } from './sliced-window.js';

const minute = slicingOf({ kind: 'sliding', ms: 60_000 });
const day = slicingOf({ kind: 'calendar', ms: 86_400_000 });

describe('SlicedWindow', () => {
  it('slices a minute into seconds, and a day of the calendar not at all', () => {
    expect(minute).toEqual({ sliceMs: 1_000, former: 60 });
    expect(day).toEqual({ sliceMs: 86_400_000, former: 0 });
  });

  it('counts a use until a whole window has passed since the end of its slice', () => {
    const window = new SlicedWindow(minute);
    window.add(10, 3);
    expect(window.totalAt(70)).toBe(3);
    expect(window.totalAt(71)).toBe(0);
  });

  it('restarts with each day', () => {
    const window = new SlicedWindow(day);
    window.add(20_000, 5);
    expect(window.totalAt(20_000)).toBe(5);
    expect(window.totalAt(20_001)).toBe(0);
  });

  it('takes out of a slice what is still counted there, and nothing of what has gone', () => {
    const window = new SlicedWindow(minute);
    const slice = window.add(10, 2);
    window.add(11, 4);
    window.takeOut(slice, 1);
    expect(window.totalAt(11)).toBe(5);
    expect(window.totalAt(71)).toBe(4);
    window.takeOut(slice, 1);
    expect(window.totalAt(71)).toBe(4);
  });

  it('says from when on enough has gone', () => {
    const window = new SlicedWindow(minute);
    window.add(0, 2);
    window.add(5, 3);
    expect([1, 2, 3, 5, 6].map((surplus) => window.freeAt(surplus))).toEqual([61, 61, 66, 66, null]);
  });

  it('takes time that goes back for standing still', () => {
    const window = new SlicedWindow(minute);
    expect(window.add(100, 1)).toBe(100);
    expect(window.add(40, 1)).toBe(100);
    expect(window.totalAt(160)).toBe(2);
    expect(window.totalAt(161)).toBe(0);
  });

  it('counts as a log of every use does that forgets whole slices', () => {
    const moves = fc.array(fc.record({ by: fc.nat(90), cost: fc.integer({ min: 1, max: 9 }) }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 100 }), moves, (first, list) => {
        const window = new SlicedWindow(minute);
        const log: { at: number; cost: number }[] = [];
        let now = first;
        for (const { by, cost } of list) {
          now += by;
          window.add(now, cost);
          log.push({ at: now, cost });
          const expected = log.filter(({ at }) => now - at <= 60).reduce((sum, it) => sum + it.cost, 0);
          expect(window.totalAt(now)).toBe(expected);
        }
      }),
    );
  });
});
