import { describe, expect, it } from '@jest/globals';
import { exactJson, mixedWords } from './exact.js';

describe('exactJson', () => {
  it('writes out what could not be seen, so that it can be read back', () => {
    const value = { to: 'pay \u202e001\u202c\u200b', note: 'Grüße, 東京\u00a0\u{e0041}', '\u0000': 1 };
    expect(exactJson(value)).toBe(
      '{\n  "to": "pay \\u202e001\\u202c\\u200b",\n  "note": "Grüße, 東京\\u00a0\\udb40\\udc41",\n  "\\u0000": 1\n}',
    );
    expect(JSON.parse(exactJson(value))).toEqual(value);
  });
});

describe('mixedWords', () => {
  it('finds words in which other letters look like Latin ones', () => {
    expect(mixedWords('"pia@\u0430cme.example" Привет, Ελλάδα "ok"')).toEqual(['pia@\\u0430cme.example']);
    expect(mixedWords('pia@acme.example')).toEqual([]);
  });

  it('tells each once, and ten at most', () => {
    const words = Array.from({ length: 20 }, (_, index) => `a\u0430${index}`);
    expect(mixedWords([...words, ...words].join(' '))).toHaveLength(10);
  });
});
