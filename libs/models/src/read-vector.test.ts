import { describe, expect, it } from '@jest/globals';
import { readVector } from './read-vector.js';

describe('readVector', () => {
  it('reads numbers and base64 alike, and brings them to length 1', () => {
    const expected = Float32Array.of(0.6, 0.8);
    expect(readVector([3, 4])).toEqual(expected);
    expect(readVector(Buffer.from(Float32Array.of(3, 4).buffer).toString('base64'))).toEqual(expected);
  });

  it.each([[undefined], [null], [[]], [''], ['AAA='], [[0, 0]], [['1']], [[1, Number.NaN]], [[1e200, 1e200]], [{}]])(
    'reads nothing from %j',
    (written) => {
      expect(readVector(written)).toBeUndefined();
    },
  );
});
