import { describe, expect, it } from '@jest/globals';
import { TermReader } from '../text/terms.js';
import { substitutesFor } from './substitutes.js';

describe('substitutesFor', () => {
  const reader = new TermReader();
  const substitutes = substitutesFor(reader);
  const termOf = (word: string) => [...reader.distinct(word).keys()].at(-1) ?? '';

  it('has synonyms and verbs of the same operation, once each', () => {
    expect(substitutes[termOf('repo')]).toContain(termOf('repository'));
    expect(substitutes[termOf('delete')]?.filter((it) => it === termOf('remove'))).toHaveLength(1);
    expect(substitutes.get).toContain(termOf('read'));
  });
});
