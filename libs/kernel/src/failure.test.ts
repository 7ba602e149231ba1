import { describe, expect, it } from '@jest/globals';
import { fail } from './failure.js';
import { err, ok } from './result.js';

describe('outcomes', () => {
  it('are a value or an error', () => {
    expect(ok(1)).toEqual({ ok: true, value: 1 });
    expect(err('why')).toEqual({ ok: false, error: 'why' });
  });

  it('fail with a code, a sentence and optional data', () => {
    expect(fail('rate_limited', 'Wait.', { retryAfterMs: 5, data: { limit: 1 } })).toEqual({
      ok: false,
      error: { code: 'rate_limited', message: 'Wait.', retryAfterMs: 5, data: { limit: 1 } },
    });
    expect(fail('conflict', 'No.').error).not.toHaveProperty('issues');
  });
});
