import { describe, expect, it } from '@jest/globals';
import { boundWords } from './bound-words.js';

describe('boundWords', () => {
  it('leaves ordinary text as it is', () => {
    const text = 'Use `send_mail_to_everybody` at https://h.example/a_b?c=d.';
    expect(boundWords(text)).toBe(text);
  });

  it('breaks long runs and keeps every offset', () => {
    const text = `${'a_'.repeat(100)} end`;
    const bounded = boundWords(text);
    expect(bounded).toHaveLength(text.length);
    expect(Math.max(...bounded.split(/\W+/).map((it) => it.length))).toBe(64);
    expect(bounded.endsWith(' end')).toBe(true);
  });
});
