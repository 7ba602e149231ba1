import { describe, expect, it } from '@jest/globals';
import { LatencySketch } from '../latency-sketch.js';
import { addTallies, figuresOf, noCalls } from './call-figures.js';

const sketch = new LatencySketch();
for (let ms = 1; ms <= 100; ms += 1) sketch.add(ms);

describe('figures of calls', () => {
  it('name errors with their class, the most frequent first, and have quantiles', () => {
    const tally = { ...noCalls, calls: 100, failures: 6, costUsd: 0.1 + 0.2, bins: sketch.bins() };
    const codes = { deadline_exceeded: 2, gone_code: 1, denied: 3 };
    const { latency, ...figures } = figuresOf({ ...tally, codes, statuses: { failed: 6 }, levels: { 1: 100 } });
    expect(figures).toEqual({
      ...{ calls: 100, failures: 6, cached: 0, tokens: 0, costUsd: 0.3 },
      ...{ statuses: { failed: 6 }, levels: { 1: 100 } },
      errors: [
        { code: 'denied', class: 'denied', calls: 3 },
        { code: 'deadline_exceeded', class: 'timeout', calls: 2 },
        { code: 'gone_code', class: 'server', calls: 1 },
      ],
    });
    expect(latency?.p50Ms).toBeCloseTo(50, -1);
    expect(latency?.p99Ms).toBeCloseTo(99, -1);
  });

  it('have no latency without calls', () => {
    expect(figuresOf(noCalls)).toMatchObject({ calls: 0, latency: null, errors: [] });
  });

  it('add up, name by name', () => {
    const one = { ...noCalls, calls: 1, tokens: 5, codes: { timeout: 1 }, bins: { 7: 1 } };
    const sum = addTallies([one, { ...one, codes: { timeout: 2, denied: 1 } }, noCalls]);
    expect(sum).toMatchObject({ calls: 2, tokens: 10, codes: { timeout: 3, denied: 1 }, bins: { 7: 2 } });
    expect(addTallies([])).toEqual(noCalls);
  });
});
