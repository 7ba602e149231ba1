import { describe, expect, it } from '@jest/globals';
import { relatedBy } from './related-words.js';
import { TermReader } from './terms.js';

describe('relatedBy', () => {
  const reader = new TermReader();
  const related = relatedBy(reader);
  const termOf = (word: string) => [...reader.distinct(word).keys()][0] ?? '';

  it('knows words of the same matter by their terms, both ways, and none by itself', () => {
    expect(related.get(termOf('movies'))).toContain(termOf('film'));
    expect(related.get(termOf('film'))).toContain(termOf('movies'));
    for (const [term, others] of related) expect(others.has(term)).toBe(false);
  });

  it('gathers what a word has to do with in several matters', () => {
    expect(related.get(termOf('email'))).toContain(termOf('inbox'));
    expect(related.get(termOf('appointment'))).toContain(termOf('calendar'));
  });
});
