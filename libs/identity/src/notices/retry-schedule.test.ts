import type { Random } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { maxAttempts, pauseAfterMs } from './retry-schedule.js';

const drawing = (tail: string): Random => ({ uuid: () => `00000000-0000-7000-8000-${tail}`, token: () => '' });
const min = drawing('000000000000');
const max = drawing('ffffffffffff');
const half = drawing('800000000000');

const pauses = (random: Random): (number | null)[] =>
  Array.from({ length: maxAttempts }, (_, index) => pauseAfterMs(index + 1, random));

describe('the retry schedule', () => {
  it('makes eight attempts over about a day', () => {
    const drawn = pauses(half);
    expect(drawn).toHaveLength(8);
    expect(drawn.at(-1)).toBeNull();
    const hours = drawn.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / 3_600_000;
    expect(hours).toBeGreaterThan(18);
    expect(hours).toBeLessThan(26);
  });

  it('grows from attempt to attempt, and draws from a second to the bound', () => {
    const bounds = pauses(max).slice(0, -1) as number[];
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    expect(new Set(bounds).size).toBe(bounds.length);
    expect(new Set(pauses(min).slice(0, -1))).toEqual(new Set([1_000]));
  });
});
