import { describe, expect, it } from '@jest/globals';
import { shortenText } from './shorten-text.js';

const anyRoom = Number.POSITIVE_INFINITY;

describe('shortenText', () => {
  it('leaves what fits as it is', () => {
    expect(shortenText('short', 200, anyRoom)?.value).toBe('short');
    expect(shortenText('a"b', 200, 6)).toEqual({ value: 'a"b', size: 6 });
  });

  it('keeps the beginning and says how long it was', () => {
    expect(shortenText('x'.repeat(300), 10, anyRoom)?.value).toBe(`${'x'.repeat(10)}… (300 characters)`);
    const cut = shortenText('"'.repeat(300), 200, 100);
    expect(cut?.value).toMatch(/^"+… \(300 characters\)$/);
    expect(cut?.size).toBe(JSON.stringify(cut?.value).length);
    expect(cut?.size).toBeLessThanOrEqual(100);
  });

  it('cuts no character in two', () => {
    expect(shortenText('🧾'.repeat(300), 11, anyRoom)?.value).toBe(`${'🧾'.repeat(5)}… (600 characters)`);
  });

  it('gives up where too little fits', () => {
    expect(shortenText('x'.repeat(300), 200, 20)).toBeUndefined();
  });
});
