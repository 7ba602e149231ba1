import { describe, expect, it } from '@jest/globals';
import { withoutEnd, withoutFence } from './trim.js';

describe('withoutEnd', () => {
  it('removes these characters from the end only', () => {
    expect(['/a//', '//', '', 'a'].map((it) => withoutEnd(it, '/'))).toEqual(['/a', '', '', 'a']);
    expect(withoutEnd('a.-b.-.', '-.')).toBe('a.-b');
  });
});

describe('withoutFence', () => {
  it('returns the text between fences', () => {
    const fenced = ['{"a":1}', ' ```json\n{"a":1}\n``` ', '```{"a":1}```', '{"a":1}\n```'];
    expect(fenced.map(withoutFence)).toEqual(fenced.map(() => '{"a":1}'));
    expect([withoutFence('```'), withoutFence('`````')]).toEqual(['', '']);
  });
});
