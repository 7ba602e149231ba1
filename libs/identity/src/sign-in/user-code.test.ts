import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainUserCode, userCodeOf } from './user-code.js';

describe('the code a person compares', () => {
  it('has eight consonants, the same for the same text', () => {
    const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const token = fc.string({ unit: fc.constantFrom(...symbols), minLength: 43, maxLength: 43 });
    fc.assert(
      fc.property(token, (text) => {
        const code = userCodeOf(text);
        if (code === undefined) return;
        expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
        expect(userCodeOf(text)).toBe(code);
        expect(plainUserCode(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code);
      }),
    );
    expect(userCodeOf('BCDFGHJK')).toBe('CDFH-JKMN');
  });

  it('is not made of too short a text, nor of symbols that would favour some letters', () => {
    expect(userCodeOf('ABCDEFG')).toBeUndefined();
    expect(userCodeOf('-_89-_89-_89')).toBeUndefined();
  });
});
