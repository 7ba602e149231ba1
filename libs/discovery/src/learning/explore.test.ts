import type { Random } from '@assay/kernel';
import { FakeRandom } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { explorable, explore, maxExplored } from './explore.js';

/** Tokens that are as good as random, and the same in each run. */
function seeded(): Random {
  let state = 1;
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const digit = () => {
    state = (state * 48_271) % 2_147_483_647;
    return digits[state % 64] as string;
  };
  return { uuid: () => '', token: (bytes) => Array.from({ length: bytes + 2 }, digit).join('') };
}
const tools = (count: number, shown = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `a/t${n}`, relevance: 1 - n / 100, shown }));

describe('explore', () => {
  it('draws each tool once, never more than there are or than is allowed', () => {
    expect(explore([], 5, new FakeRandom())).toEqual([]);
    expect(
      explore(tools(3), 5, seeded())
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['a/t0', 'a/t1', 'a/t2']);
    expect(explore(tools(100), 50, seeded())).toHaveLength(maxExplored);
    const drawn = explore(tools(100), 10, seeded());
    expect(new Set(drawn).size).toBe(maxExplored);
    expect(drawn.every(({ id }) => Number(id.slice(3)) < explorable)).toBe(true);
  });

  it('is decided by the Random alone', () => {
    expect(explore(tools(30), 5, seeded())).toEqual(explore(tools(30), 5, seeded()));
  });

  it('prefers what is more relevant, and what was not shown before', () => {
    const random = seeded();
    const near = { id: 'near', relevance: 1, shown: 0 };
    const far = { id: 'far', relevance: 0.6, shown: 0 };
    const worn = { id: 'worn', relevance: 1, shown: 30 };
    const first = (of: readonly (typeof near)[]) =>
      Array.from({ length: 300 }, () => explore(of, 1, random)[0]?.id).filter((id) => id === 'near').length;
    expect(first([near, far])).toBeGreaterThan(260);
    expect(first([near, far])).toBeLessThan(300);
    expect(first([worn, near])).toBeGreaterThan(260);
  });
});
