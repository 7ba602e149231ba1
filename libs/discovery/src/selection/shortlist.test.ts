import { describe, expect, it } from '@jest/globals';
import { denied, type Stocked, selectable } from './selectable.fixture.js';
import { shortlisted, shortlistOf } from './shortlist.js';

const idsOf = (stock: readonly Stocked[]) => shortlistOf(selectable(stock)).choices.map(({ found }) => found.tool.id);

const many = (
  count: number,
  relevance: (n: number) => number,
  capability: (n: number) => string | undefined,
): Stocked[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `a/tool-${String(n).padStart(3, '0')}`,
    relevance: relevance(n),
    manifest: { capabilities: [capability(n)].filter((it) => it !== undefined) },
  }));

describe('shortlistOf', () => {
  it('orders by relevance, then by name', () => {
    const stock = [
      { id: 'a/second', relevance: 0.6 },
      { id: 'a/b', relevance: 0.5 },
      { id: 'a/first', relevance: 0.7 },
      { id: 'a/a', relevance: 0.5 },
    ];
    expect(idsOf(stock)).toEqual(['a/first', 'a/second', 'a/a', 'a/b']);
  });

  it('includes tools that may not be called', () => {
    expect(idsOf([{ id: 'a/open' }, { id: 'a/closed', relevance: 0.9, ...denied }])).toEqual(['a/closed', 'a/open']);
  });

  it('is limited in length and says how it was made', () => {
    const { choices, categories, steps } = shortlistOf(
      selectable(
        many(
          30,
          () => 0.5,
          () => 'data.query',
        ),
      ),
    );
    expect(choices).toHaveLength(shortlisted);
    expect(categories).toEqual([]);
    expect(steps).toEqual(['10 most relevant by words and by what worked before']);
  });

  it('puts tools of a category that stands out first', () => {
    const stock = many(
      60,
      (n) => (n === 0 ? 0.6 : 0.5),
      (n) => (n === 0 ? undefined : 'data.query'),
    );
    const { choices, categories, steps } = shortlistOf(selectable(stock));
    expect(categories).toEqual(['data']);
    expect(choices[0]?.found.tool.id).toBe('a/tool-001');
    expect(steps[0]).toBe('60 tools found: searched data first');
  });
});
