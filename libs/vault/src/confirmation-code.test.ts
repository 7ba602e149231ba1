import { describe, expect, it } from '@jest/globals';
import { codeOf, plainCode, spacedCode } from './confirmation-code.js';

const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a code to confirm with', () => {
  it('has each of its 32 letters and digits alike often, and none that is mistaken for another', () => {
    const letters = (symbols.match(/.{8}/g) ?? []).map(codeOf).join('');
    const counts = Object.groupBy(letters, (it) => it);
    expect(Object.keys(counts)).toHaveLength(32);
    expect(new Set(Object.values(counts).map((it) => it?.length))).toEqual(new Set([2]));
    expect(letters).not.toMatch(/[ILOU]/);
  });

  it('is known again however it is typed', () => {
    expect(spacedCode('K7QF01MX')).toBe('K7QF-01MX');
    for (const typed of ['K7QF-01MX', 'k7qf01mx', 'K7QF-OIMX', 'k7qfolmx']) expect(plainCode(typed)).toBe('K7QF01MX');
  });
});
