import { aCapability, aTaxonomy } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { capabilityRelevance, relatedTags, relevanceShares, tagRelevance } from './capability-relevance.js';

describe('tagRelevance', () => {
  const cases: readonly (readonly [string, string, string, number])[] = [
    ['the same tag', 'data.query', 'data.query', 1],
    ['one step below', 'data.query', 'data.query.sql', 0.9],
    ['two steps below', 'data', 'data.query.sql', 0.81],
    ['one step above', 'data.query', 'data', 0.7],
    ['two steps above', 'data.query.sql', 'data', 0.49],
    ['a sibling', 'data.query', 'data.store', 0.315],
    ['a child of a sibling', 'data.query', 'data.store.file', 0.2835],
    ['a sibling of what lies above', 'data.query.sql', 'data.store', 0.2205],
    ['a cousin', 'data.query.sql', 'data.store.file', 0],
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

describe('tagRelevance in a taxonomy', () => {
  const tree = aTaxonomy([
    aCapability('data'),
    aCapability('data.query', { aliases: ['lookup'] }),
    aCapability('data.query.sql'),
    aCapability('sky', { parent: 'data.query' }),
    aCapability('old', { mergedInto: 'data.query.sql' }),
  ]);
  it.each([
    ['a tag that was merged', 'data.query.sql', 'old', 1],
    ['asked for by a merged tag', 'old', 'data.query', 0.7],
    ['another word for it', 'lookup', 'data.query', 1],
    ['a parent that the dots do not show', 'data.query', 'sky', 0.9],
    ['siblings by their parent', 'sky', 'old', 0.315],
    ['a tag outside, below one that is known', 'data.query', 'data.query.graph', 0.9],
    ['another tree', 'sky', 'web', 0],
  ])('%s', (_, asked, declared, expected) => {
    expect(tagRelevance(asked, declared, tree)).toBeCloseTo(expected, 12);
  });

  it('lists the tags in use that answer, best first, equals by tag', () => {
    expect(relatedTags('data.query', ['web', 'old', 'sky', 'data', 'lookup'], tree)).toEqual([
      { tag: 'lookup', relevance: 1 },
      { tag: 'old', relevance: 0.9 },
      { tag: 'sky', relevance: 0.9 },
      { tag: 'data', relevance: 0.7 },
    ]);
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
