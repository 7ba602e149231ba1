import type { ErrorCode } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { Tries } from './tries.js';

const failed = (code: ErrorCode, retryAfterMs = 0) =>
  ({
    kind: 'failed',
    invocationId: null,
    error: { code, message: 'no', outcome: 'none' },
    mayPass: true,
    retryAfterMs,
  }) as const;

describe('tries', () => {
  it('are so many, with pauses that double, and never shorter than the tool asks for', () => {
    const tries = new Tries(4, 0);
    const waits = [0, 3_000, 0, 0].map((retryAfterMs) => tries.next(failed('deadline_exceeded', retryAfterMs), 0));
    expect(waits).toEqual([500, 3_000, 2_000, undefined]);
  });

  it('do not count what was put off, as long as patience lasts', () => {
    const tries = new Tries(1, 0);
    const waits = [0, 300_000, 569_999, 570_001].map((now) => tries.next(failed('circuit_open', 30_000), now));
    expect(waits).toEqual([30_000, 30_000, 30_000, undefined]);
  });

  it('are over where the tool wants to be asked much later', () => {
    expect(new Tries(9, 0).next(failed('rate_limited', 300_001), 0)).toBeUndefined();
  });
});
