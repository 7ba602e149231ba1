import type { ErrorCode, Outcome } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accuracyRatio, fallsThrough, nextLevel, type Pace, shareMs } from './levels.js';

describe('fallsThrough', () => {
  it.each<[ErrorCode, boolean]>([
    ['upstream_unavailable', true],
    ['rate_limited', true],
    ['upstream_error', true],
    ['deadline_exceeded', true],
    ['bad_output', true],
    ['version_revoked', true],
    ['quarantined', true],
    ['invalid_input', false],
    ['cancelled', false],
    ['denied', false],
    ['forbidden', false],
    ['tool_error', true],
    ['upstream_rejected', false],
    ['upstream_not_found', false],
    ['not_found', false],
  ])('after %s: %s', (code, expected) => {
    expect(fallsThrough({ code, message: '' }, true)).toBe(expected);
  });

  it.each<[Outcome, boolean]>([
    ['none', true],
    ['unknown', false],
    ['done', false],
  ])('of a tool with effects whose outcome is %s: %s', (outcome, expected) => {
    expect(fallsThrough({ code: 'upstream_unavailable', message: '', outcome }, false)).toBe(expected);
  });
});

const pace = (p99Ms?: number, p50Ms?: number): Pace => ({ p99Ms, p50Ms });

describe('nextLevel', () => {
  it('is the first whose p99 fits', () => {
    expect(nextLevel([pace(900), pace(300), pace(100)], 500)).toBe(1);
    expect(nextLevel([pace(), pace(100)], 1_000)).toBe(0);
  });

  it('is the fastest by p50 when p99 excludes them all', () => {
    expect(nextLevel([pace(900, 80), pace(800, 40), pace(700, 90)], 50)).toBe(1);
  });

  it('is nothing when there is no level left', () => {
    expect(nextLevel([], 1_000)).toBeUndefined();
  });
});

describe('shareMs', () => {
  it('leaves the next level its p99', () => {
    expect(shareMs(pace(200), [pace(300)], 1_000)).toBe(700);
  });

  it('saves for the first one that would still fit, and for none when none would', () => {
    expect(shareMs(pace(200), [pace(900), pace(300)], 1_000)).toBe(700);
    expect(shareMs(pace(800), [pace(900), pace(300)], 1_000)).toBe(1_000);
    expect(shareMs(pace(200), [], 1_000)).toBe(1_000);
  });

  it('never cuts an attempt below its own p99 while there is time for it', () => {
    const ms = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(ms, fc.array(ms, { maxLength: 4 }), ms, (own, later, remaining) => {
        const share = shareMs(
          pace(own),
          later.map((it) => pace(it)),
          remaining,
        );
        expect(share).toBeLessThanOrEqual(remaining);
        if (own <= remaining) expect(share).toBeGreaterThanOrEqual(own);
      }),
    );
  });
});

it.each([
  [0.6, 0.9, 0.6 / 0.9],
  [0.9, 0.6, 1],
])('leaves of confidence, at accuracy %d after a primary of %d: %d', (accuracy, primary, expected) => {
  expect(accuracyRatio(accuracy, primary)).toBe(expected);
});
