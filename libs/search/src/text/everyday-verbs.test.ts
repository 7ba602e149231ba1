import { describe, expect, it } from '@jest/globals';
import { fillerVerbs, verbsBy } from './everyday-verbs.js';
import { TermReader } from './terms.js';

describe('verbsBy', () => {
  const reader = new TermReader();
  const verbs = verbsBy(reader);
  const termOf = (word: string) => [...reader.distinct(word).keys()][0] ?? '';

  it('knows verbs of the same operation in every inflection, both ways, and none by itself', () => {
    expect(verbs.get(termOf('adding'))).toContain(termOf('creates'));
    expect(verbs.get(termOf('created'))).toContain(termOf('add'));
    expect(verbs.get(termOf('removes'))).toContain(termOf('deleting'));
    for (const [term, others] of verbs) expect(others.has(term)).toBe(false);
  });

  it('leads from filler verbs to those that tools are found by, and never back', () => {
    expect([...fillerVerbs].sort()).toEqual(['get', 'make', 'show']);
    expect(verbs.get('get')).toContain(termOf('read'));
    for (const others of verbs.values()) for (const filler of fillerVerbs) expect(others.has(filler)).toBe(false);
  });
});
