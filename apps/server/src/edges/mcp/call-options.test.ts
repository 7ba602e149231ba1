import { describe, expect, it } from '@jest/globals';
import { readCallOptions } from './call-options.js';

describe('what a plain client says of a call', () => {
  it('is read out of what else travels beside it', () => {
    const meta = { 'assay/idempotencyKey': 'k-1', 'assay/deadlineMs': 5_000, progressToken: 7, 'x/y': { z: 1 } };
    expect(readCallOptions(meta)).toEqual({
      ok: true,
      value: { options: { idempotencyKey: 'k-1', deadlineMs: 5_000 }, rest: { progressToken: 7, 'x/y': { z: 1 } } },
    });
  });

  it.each([[undefined], [null], ['text'], [[1]]])('is nothing in %j', (meta) => {
    expect(readCallOptions(meta)).toEqual({ ok: true, value: { options: {}, rest: {} } });
  });

  it.each<[string, unknown]>([
    ['assay/idempotencyKey', ''],
    ['assay/idempotencyKey', 'with spaces'],
    ['assay/idempotencyKey', 'k'.repeat(256)],
    ['assay/idempotencyKey', 5],
    ['assay/deadlineMs', 0],
    ['assay/deadlineMs', 1.5],
    ['assay/deadlineMs', 600_001],
    ['assay/deadlineMs', '5000'],
  ])('is refused where %s is %j', (key, value) => {
    expect(readCallOptions({ [key]: value })).toMatchObject({
      ok: false,
      error: { code: 'invalid_request', message: expect.stringContaining(`_meta["${key}"]`) },
    });
  });
});
