import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './digest.js';
import { runAtOnce } from './slices.js';
import { sortedInSteps, writeJsonInSteps } from './write-json.js';

describe('writeJsonInSteps', () => {
  it('writes what JSON.stringify writes, and what canonicalJson does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const { text, isCanonical } = runAtOnce(writeJsonInSteps(value));
        expect(text).toBe(JSON.stringify(value));
        const canonical = canonicalJson(value);
        expect(runAtOnce(writeJsonInSteps(value, 'canonical')).text).toBe(canonical);
        if (isCanonical) expect(text).toBe(canonical);
      }),
    );
  });

  it('omits undefined members, and writes long strings and lone surrogates unchanged', () => {
    const long = `${'x😀\n'.repeat(150_000)}`;
    for (const value of [{ a: undefined, b: [undefined], c: 1 }, { long }, long, { b: '\ud800', a: 1 }])
      expect(runAtOnce(writeJsonInSteps(value)).text).toBe(JSON.stringify(value));
    expect(runAtOnce(writeJsonInSteps({ b: '\ud800', a: 1 }, 'canonical')).text).toBe(
      canonicalJson({ b: '\ud800', a: 1 }),
    );
  });

  it('reports whether the order is canonical', () => {
    expect(runAtOnce(writeJsonInSteps({ a: { b: 1, c: 2 }, d: 3 })).isCanonical).toBe(true);
    expect(runAtOnce(writeJsonInSteps([{ a: { c: 1, b: 2 } }])).isCanonical).toBe(false);
  });

  it('sorts in steps', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => `k${(at * 7_919) % 50_021}`);
    const work = sortedInSteps(names);
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps += 1;
    expect(step.value).toEqual([...names].sort());
    expect(steps).toBeGreaterThan(20);
  });
});
