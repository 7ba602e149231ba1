import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editDistance, NearWords } from './near-words.js';

const shelf = (...terms: string[]) => {
  const near = new NearWords();
  for (const term of terms) near.add(term);
  return near;
};
const nearest = (near: NearWords, word: string, documents: Record<string, number> = {}) =>
  near.nearest(word, word, (term) => documents[term] ?? 1);

describe('NearWords', () => {
  it.each([
    ['a letter changed', 'calender', 'calendar'],
    ['a letter missing', 'calndar', 'calendar'],
    ['a letter too many', 'callendar', 'calendar'],
    ['two letters swapped', 'claendar', 'calendar'],
    ['two mistakes in a long word', 'tranzlatoin', 'translation'],
  ])('forgives %s', (_, typed, meant) => {
    expect(nearest(shelf('calendar', 'translation', 'walrus'), typed)).toBe(meant);
  });

  it.each([
    ['a short word', 'cars'],
    ['two mistakes in a word of less than nine letters', 'colender'],
    ['the first letter', 'walendar'],
    ['a code', 'calenda1'],
  ])('does not forgive %s', (_, typed) => {
    expect(nearest(shelf('card', 'calendar'), typed)).toBeUndefined();
  });

  it('prefers the nearer, then the more frequent, then the first by alphabet, and nothing that is gone', () => {
    const near = shelf('translator', 'translate', 'translatd');
    expect(nearest(near, 'translats', { translatd: 0 })).toBe('translate');
    expect(nearest(near, 'translats', { translatd: 9, translate: 1 })).toBe('translatd');
    expect(nearest(near, 'translats')).toBe('translatd');
    expect(nearest(near, 'translats', { translatd: 0, translate: 0, translator: 0 })).toBeUndefined();
  });

  it('prefers the one that goes with the rest of the query to a more frequent one', () => {
    const near = shelf('weather', 'whether');
    const fit = (term: string) => (term === 'weather' ? 0.5 : 0.1);
    expect(near.nearest('wether', 'wether', () => 1, fit)).toBe('weather');
    expect(near.nearest('wether', 'wether', (term) => (term === 'whether' ? 9 : 1), fit)).toBe('weather');
  });

  it('looks at the word as typed and at its stem', () => {
    expect(shelf('calendar').nearest('calender', 'calend', () => 1)).toBe('calendar');
  });
});

describe('editDistance', () => {
  const word = fc.stringMatching(/^[ab]{0,7}$/);

  it('is symmetrical, 0 for equals only, and never beyond the limit by more than one', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, maxDistance) => {
        const distance = editDistance(a, b, maxDistance);
        expect(distance).toBe(editDistance(b, a, maxDistance));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(maxDistance + 1);
        expect(Math.min(editDistance(a, b, 9), maxDistance + 1)).toBe(distance);
      }),
    );
  });
});
