import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromQuantised, lengthOf, quantised } from './quantised-vector.js';

const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true, noDefaultInfinity: true }), { minLength: 2, maxLength: 400 })
  .filter((values) => Math.hypot(...values) > 1e-3)
  .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)));

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

describe('a quantised vector', () => {
  it('points within three degrees where the vector did, however uneven', () => {
    fc.assert(
      fc.property(vector, (it) => {
        expect(dot(it, fromQuantised(quantised(it)))).toBeGreaterThan(Math.cos((3 * Math.PI) / 180));
      }),
    );
  });

  it('is written again as it was read', () => {
    fc.assert(
      fc.property(vector, (it) => {
        const bytes = quantised(it);
        expect(quantised(fromQuantised(bytes))).toEqual(bytes);
      }),
    );
  });

  it('reaches 127 and has length 1 when read', () => {
    expect(quantised(Float32Array.of(0.6, -0.8))).toEqual(Int8Array.of(95, -127));
    expect(lengthOf(Int8Array.of(3, 4))).toBe(5);
    const read = fromQuantised(Int8Array.of(3, 4));
    expect([...read]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
  });

  it('of nothing is nothing', () => {
    expect(quantised(new Float32Array(3))).toEqual(new Int8Array(3));
    expect(fromQuantised(new Int8Array(3))).toEqual(new Float32Array(3));
  });
});
