import { deepEqual } from 'node:assert/strict';
import type { LimitCounts, SliceCount } from '../policy/limit-counts.js';

export interface LimitCountsFixture {
  readonly counts: LimitCounts;
  /** The same at another place. */
  readonly other: LimitCounts;
  /** A server is alive at the place of `other`, or none is any more. */
  readonly alive: (isAlive: boolean) => Promise<void>;
}

export interface LimitCountsContractCase {
  readonly name: string;
  readonly check: (fixture: LimitCountsFixture) => Promise<void>;
}

const minute: SliceCount = { key: 'caller.calls ann', slice: 29_000_000, sliceMs: 1_000, former: 60, count: 3 };
const day: SliceCount = {
  key: 'caller.cost.daily ann',
  slice: 20_000,
  sliceMs: 86_400_000,
  former: 0,
  count: 4_000_000,
};
const noon = minute.slice * 1_000;

/** What LimitCounts promise. */
export const limitCountsContract: readonly LimitCountsContractCase[] = [
  {
    name: 'counts add up, also with what is taken back, until they count no more',
    check: async ({ counts }) => {
      await counts.add([minute, { ...minute, slice: minute.slice + 1, count: 1 }]);
      await counts.add([
        { ...minute, count: 2 },
        { ...minute, slice: minute.slice + 1, count: -1 },
      ]);
      await counts.add([]);
      deepEqual(await counts.load(noon), { own: [{ ...minute, count: 5 }], shared: [] });
      const until = (minute.slice + 61) * 1_000;
      deepEqual((await counts.load(until - 1)).own, [{ ...minute, count: 5 }]);
      deepEqual((await counts.load(until)).own, []);
    },
  },
  {
    name: 'sums of money keep their window',
    check: async ({ counts }) => {
      await counts.add([day]);
      await counts.add([day]);
      deepEqual((await counts.load(day.slice * day.sliceMs)).own, [{ ...day, count: 8_000_000 }]);
      deepEqual((await counts.load((day.slice + 1) * day.sliceMs)).own, []);
    },
  },
  {
    name: 'a place where a server is alive counts for itself; what a dead one counted is shared',
    check: async ({ counts, other, alive }) => {
      await alive(true);
      await other.add([minute]);
      await counts.add([{ ...minute, count: 1 }]);
      const own = [{ ...minute, count: 1 }];
      deepEqual(await counts.load(noon), { own, shared: [] });
      await alive(false);
      deepEqual(await counts.load(noon), { own, shared: [minute] });
    },
  },
  {
    name: 'of what other records show, what no place has counted counts from then on, once and for all places together',
    check: async ({ counts, other, alive }) => {
      await alive(true);
      await counts.add([day]);
      await other.add([day]);
      const at = day.slice * day.sliceMs;
      const bob = { ...day, key: 'caller.cost.daily bob', count: 5 };
      const shared = async (of: LimitCounts) =>
        (await of.load(at)).shared.map(({ key, count }) => `${key} ${count}`).sort();
      await counts.raise([{ ...day, count: 8_000_000 }]);
      deepEqual(await shared(counts), []);
      await counts.raise([{ ...day, count: 9_000_000 }, bob]);
      await other.raise([{ ...day, count: 9_000_000 }, bob]);
      await counts.raise([]);
      for (const place of [counts, other])
        deepEqual(await shared(place), ['caller.cost.daily ann 1000000', 'caller.cost.daily bob 5']);
    },
  },
  {
    name: 'what counts no more is forgotten',
    check: async ({ counts }) => {
      await counts.add([minute, day]);
      await counts.prune((minute.slice + 61) * 1_000);
      deepEqual(
        (await counts.load(0)).own.map(({ key }) => key),
        [day.key],
      );
    },
  },
];
