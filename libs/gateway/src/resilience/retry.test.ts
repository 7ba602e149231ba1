import type { ErrorCode } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { mayRetry, retryDefaults, waitBeforeMs } from './retry.js';

const failure = (code: ErrorCode, parts: Partial<Failure> = {}): Failure => ({ code, message: '', ...parts });
const reading = { readOnly: true, idempotent: false, honoursKey: false, keyed: false };
const writing = { readOnly: false };

describe('mayRetry', () => {
  it.each<[ErrorCode, boolean]>([
    ['upstream_unavailable', true],
    ['rate_limited', true],
    ['unavailable', true],
    ['tool_error', false],
    ['upstream_error', false],
    ['bad_output', false],
    ['invalid_input', false],
    ['deadline_exceeded', false],
    ['cancelled', false],
    ['denied', false],
    ['not_found', false],
  ])('of a tool that reads, after %s: %s', (code, expected) => {
    expect(mayRetry(failure(code), reading)).toBe(expected);
  });

  // keyed, idempotent, honours keys, outcome; whether
  it.each([
    [false, false, false, 'none', true],
    [false, false, false, 'unknown', false],
    [true, false, false, 'unknown', false],
    [true, false, true, 'unknown', true],
    [false, false, true, 'unknown', false],
    [false, true, false, 'unknown', true],
    [true, true, true, 'done', false],
  ] as const)(
    'of a tool with effects, keyed %s, idempotent %s, honouring keys %s, outcome %s: %s',
    (keyed, idempotent, honoursKey, outcome, expected) => {
      const lost = failure('upstream_unavailable', { outcome });
      expect(mayRetry(lost, { ...writing, keyed, idempotent, honoursKey })).toBe(expected);
    },
  );

  it('waits out a limit of a tool with effects, which surely did nothing', () => {
    const traits = { ...writing, keyed: false, idempotent: false, honoursKey: false };
    expect(mayRetry(failure('rate_limited', { outcome: 'none', retryAfterMs: 500 }), traits)).toBe(true);
  });
});

describe('waitBeforeMs', () => {
  it('doubles the interval up to its cap, and takes any part of it', () => {
    const lost = failure('upstream_unavailable');
    const longest = [0, 1, 2, 3, 9].map((retry) => waitBeforeMs(lost, retry, retryDefaults, () => 1));
    expect(longest).toEqual([200, 400, 800, 1_600, 5_000]);
    expect(waitBeforeMs(lost, 3, retryDefaults, () => 0)).toBe(0);
  });

  it('waits as long as the tool asked for', () => {
    const limited = failure('rate_limited', { retryAfterMs: 7_000 });
    expect(waitBeforeMs(limited, 0, retryDefaults, () => 0.5)).toBe(7_000);
  });
});
