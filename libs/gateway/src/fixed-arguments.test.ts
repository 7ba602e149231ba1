import { describe, expect, it } from '@jest/globals';
import { keepsFixed } from './fixed-arguments.js';

describe('keepsFixed', () => {
  it.each([
    [undefined, {}, true],
    [{}, { any: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: { x: 1, y: [2] } }, { a: { y: [2], x: 1 } }, true],
    [{ a: null }, { a: null }, true],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: null }, {}, false],
    [{ a: { x: 1 } }, { a: { x: 1, y: 2 } }, false],
    [{ toString: 'own' }, {}, false],
  ])('%j in %j: %s', (fixed, input, kept) => {
    expect(keepsFixed(fixed, input)).toBe(kept);
  });
});
