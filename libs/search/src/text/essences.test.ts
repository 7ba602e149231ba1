import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { essencesOf } from './essences.js';

describe('essencesOf', () => {
  it('leaves out words that wrap a request, numbers and dates', () => {
    expect(essencesOf('Could you please convert 18.9 euros to yen for 2026-03-01?')).toEqual(['convert euros yen']);
  });

  it('parts what asks for several things, and leaves out parts that ask for nothing', () => {
    expect(essencesOf('Book a hotel in Rome. Convert 5 euros to yen! Thanks!')).toEqual([
      'Book hotel Rome. Convert euros yen!',
      'Book hotel Rome',
      'Convert euros yen',
    ]);
  });

  it('takes the longest of many parts', () => {
    const text = Array.from({ length: 9 }, (_, at) => `delete ${'parcel '.repeat(at + 1)}`).join('. ');
    expect(essencesOf(text)).toHaveLength(6);
  });

  it('keeps a text in which nothing is left', () => {
    expect(essencesOf('what is it')).toEqual(['what is it']);
    expect(essencesOf('')).toEqual(['']);
  });

  it('gives something for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(essencesOf(text).length).toBeGreaterThan(0)),
    );
  });
});
