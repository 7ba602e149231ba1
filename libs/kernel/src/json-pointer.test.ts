import { describe, expect, it } from '@jest/globals';
import { pointerOf, pointerStep } from './json-pointer.js';

describe('JSON pointers', () => {
  it.each([
    [[], ''],
    [['a', 0, 'b'], '/a/0/b'],
    [['a/b', 'c~d'], '/a~1b/c~0d'],
    // RFC 6901: "~1" itself is escaped as "~01", so that reading it back does not yield a slash.
    [['~1'], '/~01'],
    [[''], '/'],
  ])('%j is %j', (path, pointer) => {
    expect(pointerOf(path)).toBe(pointer);
  });

  it('writes a single step', () => {
    expect(pointerStep('a/b')).toBe('/a~1b');
  });
});
