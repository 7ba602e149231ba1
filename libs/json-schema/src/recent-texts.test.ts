import { describe, expect, it } from '@jest/globals';
import { RecentTexts } from './recent-texts.js';

describe('recent texts', () => {
  it('keep the newest that fit', () => {
    const texts = new RecentTexts(10);
    for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc']) texts.add(text);
    expect(['aaaa', 'bbbb', 'cccc'].map((it) => texts.has(it))).toEqual([false, true, true]);
  });

  it('leave out what is larger than all of them together', () => {
    const texts = new RecentTexts(10);
    texts.add('aaaa');
    texts.add('b'.repeat(11));
    expect([texts.has('aaaa'), texts.has('b'.repeat(11))]).toEqual([true, false]);
  });
});
