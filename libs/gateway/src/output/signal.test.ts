import { describe, expect, it } from '@jest/globals';
import { signalOf } from './signal.js';

describe('signalOf', () => {
  it.each([
    [[1, 2, 3], { found: true, count: 3 }],
    [[], { found: false, count: 0 }],
    [
      { rows: [1, 2], took: 3 },
      { found: true, count: 2 },
    ],
    [{ rows: [] }, { found: false, count: 0 }],
    [{ a: [], b: [1] }, { found: true }],
    [{ a: [], b: [] }, { found: false }],
    [{ a: null, b: '' }, { found: false }],
    [{ a: 0 }, { found: true }],
    [{}, { found: false }],
    ['text', { found: true }],
    ['  ', { found: false }],
    [null, { found: false }],
    [42, { found: true, value: 42 }],
    [false, { found: false, value: false }],
  ])('of %j is %j', (output, signal) => {
    expect(signalOf(output)).toEqual(signal);
  });
});
