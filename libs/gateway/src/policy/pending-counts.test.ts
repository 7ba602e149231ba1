import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PendingCounts } from './pending-counts.js';

const minute = { kind: 'sliding', ms: 60_000 } as const;
const day = { kind: 'calendar', ms: 86_400_000 } as const;

it('counts by counter and slice', () => {
  const pending = new PendingCounts();
  pending.countAt({ key: 'a', window: minute }, 1_500, 1);
  pending.countAt({ key: 'a', window: minute }, 1_999, 2);
  pending.countAt({ key: 'a', window: minute }, 2_000, 4);
  pending.countAt({ key: 'b', window: day }, 2_000, 8);
  // What is given back belongs to the slice it was counted in.
  pending.countAt({ key: 'a', window: minute }, 1_000, -1);
  expect(pending.all()).toEqual([
    { key: 'a', slice: 1, sliceMs: 1_000, former: 60, count: 2 },
    { key: 'a', slice: 2, sliceMs: 1_000, former: 60, count: 4 },
    { key: 'b', slice: 0, sliceMs: 86_400_000, former: 0, count: 8 },
  ]);
});

it('leaves out what comes to nothing', () => {
  const pending = new PendingCounts();
  expect(pending.isEmpty).toBe(true);
  pending.countAt({ key: 'a', window: minute }, 0, 1);
  pending.countAt({ key: 'a', window: minute }, 0, -1);
  expect([pending.isEmpty, pending.all()]).toEqual([false, []]);
});

it('comes to the same sums in any order, each counter and slice once', () => {
  const counted = fc.record({
    key: fc.constantFrom('a', 'b'),
    slice: fc.nat(3),
    count: fc.integer({ min: -2, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(counted), (list) => {
      const pending = new PendingCounts();
      const sums = new Map<string, number>();
      for (const it of list) {
        pending.add({ ...it, sliceMs: 1_000, former: 60 });
        sums.set(`${it.slice} ${it.key}`, (sums.get(`${it.slice} ${it.key}`) ?? 0) + it.count);
      }
      const found = pending.all().map(({ key, slice, count }) => [`${slice} ${key}`, count] as const);
      expect(found).toHaveLength(new Map(found).size);
      expect(new Map(found)).toEqual(new Map([...sums].filter(([, sum]) => sum !== 0)));
    }),
  );
});
