import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ceilOfShare, type Join, needed, verdictAtDeadline, verdictOf } from './join.js';

const all: Join = { kind: 'all' };
const first: Join = { kind: 'first' };
const best: Join = { kind: 'best' };
const quorum = (share: number): Join => ({ kind: 'quorum', share });
const standing = (succeeded: number, failed: number, branches = 3) => ({ branches, succeeded, failed });

describe('verdictOf', () => {
  it.each([
    [all, standing(2, 0), 'open'],
    [all, standing(3, 0), 'won'],
    [all, standing(1, 1), 'lost'],
    [first, standing(0, 2), 'open'],
    [first, standing(1, 0), 'won'],
    [first, standing(0, 3), 'lost'],
    [quorum(0.5), standing(1, 0), 'open'],
    [quorum(0.5), standing(2, 0), 'won'],
    [quorum(0.5), standing(0, 2), 'lost'],
    [best, standing(2, 0), 'open'],
    [best, standing(1, 2), 'won'],
    [best, standing(0, 3), 'lost'],
  ] as const)('%j with %j is %s', (join, so, verdict) => {
    expect(verdictOf(join, so)).toBe(verdict);
  });

  it('takes at the deadline the best of what is in, and nothing else', () => {
    expect(verdictAtDeadline(best, standing(1, 0))).toBe('won');
    expect(verdictAtDeadline(best, standing(0, 2))).toBe('lost');
    expect(verdictAtDeadline(all, standing(2, 0))).toBe('lost');
  });

  it('is decided by the time every branch is, and never changes its mind', () => {
    const joins = fc.oneof(
      fc.constantFrom(all, first, best),
      fc.integer({ min: 1, max: 100 }).map((percent) => quorum(percent / 100)),
    );
    fc.assert(
      fc.property(joins, fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (join, outcomes) => {
        let so = standing(0, 0, outcomes.length);
        let decided: string | undefined;
        for (const succeeds of outcomes) {
          so = succeeds ? { ...so, succeeded: so.succeeded + 1 } : { ...so, failed: so.failed + 1 };
          const verdict = verdictOf(join, so);
          if (decided !== undefined && join.kind !== 'best') expect(verdict).toBe(decided);
          if (verdict !== 'open') decided ??= verdict;
        }
        expect(decided).toBe(so.succeeded >= needed(join, outcomes.length) ? 'won' : 'lost');
      }),
    );
  });
});

describe('ceilOfShare', () => {
  it.each([
    [0.55, 100, 55],
    [0.1, 10, 1],
    [0.3, 10, 3],
    [0.07, 100, 7],
    [1, 7, 7],
    [0.5, 3, 2],
    [1e-7, 3, 1],
    [0.000_000_1, 10_000_000, 1],
  ])('⌈%d·%d⌉ is %d', (share, count, whole) => {
    expect(ceilOfShare(share, count)).toBe(whole);
  });

  it('is exact for every percentage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 10_000 }), (percent, count) => {
        expect(ceilOfShare(percent / 100, count)).toBe(Math.ceil((percent * count) / 100));
      }),
    );
  });
});
