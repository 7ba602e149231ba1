import { describe, expect, it } from '@jest/globals';
import { TaskWords, wordsOf } from './task-words.js';

describe('wordsOf', () => {
  it('reads names in every spelling, without plurals and short words, and keeps numbers', () => {
    expect(wordsOf('shippingAddresses of c37, at 9')).toEqual(['shipping', 'addr', 'c37', '9']);
    expect(wordsOf('an id')).toEqual([]);
  });
});

describe('TaskWords', () => {
  it('knows which names the task mentions', () => {
    const words = new TaskWords('Where are the addresses?');
    expect([words.areThere, words.mention('home_address'), words.mention('notes')]).toEqual([true, true, false]);
    expect([new TaskWords(undefined).areThere, new TaskWords('').mention('')]).toEqual([false, false]);
  });

  it('weighs a word by how few items have it', () => {
    const items = [{ customer: 'c1', state: 'open' }, { customer: 'c37', state: 'open' }, { customer: 'c3' }];
    const [first = 0, second = 0, third = 0] = new TaskWords('open orders of customer c37').fitOf(items);
    expect(second).toBeGreaterThan(first);
    expect(first).toBeGreaterThan(third);
    expect(third).toBe(0);
  });

  it('finds values at any depth, and stops searching a long list', () => {
    expect(new TaskWords('tea').fitOf([{ lines: [{ sku: 'tea' }] }, 'coffee'])).toEqual([1, 0]);
    const long = [...Array.from({ length: 1_000 }, () => 'x '.repeat(1_000)), 'tea'];
    expect(new TaskWords('tea').fitOf(long).every((it) => it === 0)).toBe(true);
  });
});
