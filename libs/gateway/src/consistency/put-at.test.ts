import { expect, it } from '@jest/globals';
import { putAt } from './put-at.js';

it('replaces one value and leaves the rest, and the original, alone', () => {
  const document = { a: [{ 'b/c': 1 }, 2], d: 3 };
  expect(putAt(document, '/a/0/b~1c', 9)).toEqual({ a: [{ 'b/c': 9 }, 2], d: 3 });
  expect(putAt(document, '/a/1', 9)).toEqual({ a: [{ 'b/c': 1 }, 9], d: 3 });
  expect(putAt(document, '', 9)).toBe(9);
  expect([putAt(document, '/x/y', 9), putAt(document, '/d/y', 9), putAt(document, '/constructor', 9)]).toEqual([
    document,
    document,
    document,
  ]);
  expect(document.a[0]).toEqual({ 'b/c': 1 });
});
