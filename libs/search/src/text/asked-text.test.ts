import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAsked } from './asked-text.js';
import { TermReader } from './terms.js';

const read = (text: string) => readAsked(text, new TermReader());
const words = (text: string) => read(text).terms.map(({ word }) => word);
const clauses = (text: string) => {
  const { terms, clauses: found } = read(text);
  return found.map((places) => places.map((place) => terms[place]?.term).join(' '));
};

describe('readAsked', () => {
  it('gives each term once, with the word that first led to it', () => {
    expect(words('Create orders, created order')).toEqual(['create', 'orders']);
  });

  it('parts what is asked for in several sentences', () => {
    expect(clauses('Book a hotel in Rome. Convert 5 euro!\nSend mail; call.')).toEqual([
      'book hotel rome',
      'convert 5 euro',
      'send mail',
      'call',
    ]);
    expect(clauses('v1.2 of example.com')).toHaveLength(1);
  });

  it('counts words in which requests are wrapped, and single letters, for less', () => {
    const weights = Object.fromEntries(
      read('Finally help with invoice x').terms.map(({ word, weight }) => [word, weight]),
    );
    expect(weights).toEqual({ finally: 0.4, help: 0.4, invoice: 1, x: 0.4 });
  });

  it('takes a name of letters and digits as one word, whose pieces hardly count', () => {
    const weights = (text: string) => Object.fromEntries(read(text).terms.map(({ word, weight }) => [word, weight]));
    expect(weights('convert to mp3')).toEqual({ convert: 1, mp: 0.2, 3: 0.2, mp3: 1 });
    expect(weights('base64')).toEqual({ base: 0.2, 64: 0.2, base64: 1 });
    expect(weights('invoice2 of 2026')).toEqual({ invoice: 1, 2: 0.4, invoice2: 1, 2026: 1 });
  });

  it('pairs what follows each other within a clause, across words that say nothing', () => {
    const { terms, pairs } = read('Cost of the shipping order. Order list');
    expect(pairs.map((pair) => pair.map((place) => terms[place]?.term).join(' '))).toEqual([
      'cost ship',
      'ship order',
      'order list',
    ]);
  });

  it('pairs no word with itself', () => {
    expect(read('order orders order').pairs).toEqual([]);
  });

  it('loses no word, whatever the text, and every place is one of a term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { terms, clauses: found, pairs } = read(text);
        expect(new Set(found.flat())).toEqual(new Set(terms.keys()));
        for (const place of pairs.flat()) expect(terms[place]).toBeDefined();
      }),
    );
  });

  it('takes the rest together after eleven parts', () => {
    expect(
      read(Array.from({ length: 40 }, (_, n) => `word${String.fromCharCode(97 + (n % 26))}x`).join('. ')).clauses,
    ).toHaveLength(12);
  });
});
