import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LatencySketch } from './latency-sketch.js';

const times = fc.array(fc.double({ min: 0.01, max: 600_000, noNaN: true }), { minLength: 1, maxLength: 60 });

const sketchOf = (values: readonly number[]): LatencySketch => {
  const sketch = new LatencySketch();
  for (const value of values) sketch.add(value);
  return sketch;
};

describe('LatencySketch', () => {
  it('knows quantiles to 2 %, also when it was stored in between', () => {
    fc.assert(
      fc.property(times, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const sorted = values.toSorted((a, b) => a - b);
        const rank = Math.floor(share * (values.length - 1));
        const found = LatencySketch.of(sketchOf(values).bins()).quantile(share) as number;
        expect(found).toBeGreaterThanOrEqual((sorted[rank] as number) * 0.979);
        expect(found).toBeLessThanOrEqual((sorted[rank] as number) * 1.021);
      }),
    );
  });

  it('is the same merged as counted at once', () => {
    fc.assert(
      fc.property(times, times, (some, others) => {
        const merged = LatencySketch.of(sketchOf(some).bins(), sketchOf(others).bins());
        expect(merged.bins()).toEqual(sketchOf([...some, ...others]).bins());
        expect(merged.count).toBe(some.length + others.length);
      }),
    );
  });

  it('takes no time at all for a very short one, and knows nothing of nothing', () => {
    expect(sketchOf([0]).quantile(1)).toBeCloseTo(0.001, 4);
    expect(new LatencySketch().quantile(0.5)).toBeUndefined();
    expect(LatencySketch.of({}).bins()).toEqual({});
  });
});
