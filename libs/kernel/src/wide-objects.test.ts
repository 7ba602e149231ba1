import { describe, expect, it } from '@jest/globals';
import { keptNames, memberNames, rememberNames } from './wide-objects.js';

describe('names of wide objects', () => {
  it('are those that were kept, and otherwise listed', () => {
    const value = { a: 1, b: 2 };
    expect([memberNames(value), keptNames(value)]).toEqual([['a', 'b'], undefined]);
    const names = ['b', 'a'];
    rememberNames(value, names);
    expect([memberNames(value) === names, keptNames(value) === names]).toEqual([true, true]);
  });
});
