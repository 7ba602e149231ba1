import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { capabilityRelevance, relevanceShares, tagRelevance } from './capability-relevance.js';

describe('tagRelevance', () => {
  const cases: readonly (readonly [string, string, string, number])[] = [
    ['the same tag', 'data.query', 'data.query', 1],
    ['one step below', 'data.query', 'data.query.sql', 0.9],
    ['two steps below', 'data', 'data.query.sql', 0.81],
    ['one step above', 'data.query', 'data', 0.7],
    ['two steps above', 'data.query.sql', 'data', 0.49],
    ['a sibling', 'data.query', 'data.store', 0],
    ['a tag that only begins alike', 'data', 'database', 0],
  ];
  it.each(cases)('%s', (_, asked, declared, expected) => {
    expect(tagRelevance(asked, declared)).toBeCloseTo(expected, 12);
  });

  it('falls with distance, and stays in [0, 1]', () => {
    const parts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.nat(5), (path, cut) => {
        const whole = path.join('.');
        const above = path.slice(0, Math.max(1, cut)).join('.');
        for (const [asked, declared] of [
          [whole, above],
          [above, whole],
        ] as const) {
          const relevance = tagRelevance(asked, declared);
          expect(relevance).toBeGreaterThan(0);
          expect(relevance).toBeLessThanOrEqual(1);
          expect(tagRelevance(`${asked}.x`, declared)).toBeLessThanOrEqual(relevance);
        }
      }),
    );
  });
});

describe('capabilityRelevance', () => {
  it('is the mean of the best answer to each capability asked for', () => {
    expect(capabilityRelevance(['data.query', 'mail'], ['data', 'data.query.sql'])).toBeCloseTo(0.45, 12);
  });

  it('is 0 when nothing is asked for or nothing declared', () => {
    expect(capabilityRelevance([], ['data'])).toBe(0);
    expect(capabilityRelevance(['data'], [])).toBe(0);
  });
});

describe('relevanceShares', () => {
  it('adds up to one, whatever is asked for', () => {
    expect(relevanceShares(true, false)).toEqual({ text: 1, capabilities: 0 });
    expect(relevanceShares(false, true)).toEqual({ text: 0, capabilities: 1 });
    expect(relevanceShares(true, true)).toEqual({ text: 0.5, capabilities: 0.5 });
  });
});
