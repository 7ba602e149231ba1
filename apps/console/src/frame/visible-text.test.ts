import { describe, expect, it } from '@jest/globals';
import { mixedWords, visibleText } from './visible-text.js';

describe('text that a person decides on', () => {
  it('shows what could not be seen, and keeps line breaks', () => {
    expect(visibleText('pay\u202e\u200b bob\n')).toBe('pay\\u202e\\u200b bob\n');
    expect(visibleText('a\u00a0b\u{e0041}')).toBe('a\\u00a0b\\udb40\\udc41');
  });

  it('names words in which other letters look like Latin ones', () => {
    expect(mixedWords('{"to": "p\u0430ypal.com", "note": "\u043f\u0440\u0438\u0432\u0435\u0442"}')).toEqual([
      'p\\u0430ypal.com',
    ]);
    expect(mixedWords('plain words')).toEqual([]);
  });
});
