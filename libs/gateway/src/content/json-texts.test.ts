import { describe, expect, it } from '@jest/globals';
import { visitTexts } from './json-texts.js';

function textsIn(value: unknown, room = { values: 1_000, characters: 10_000 }) {
  const found: unknown[] = [];
  const isWhole = visitTexts(value, room, (it) => found.push([it.path(), it.text, it.isName, it.field]));
  return { found, isWhole };
}

describe('visitTexts', () => {
  it('tells names, strings and long numbers with place and field', () => {
    expect(textsIn({ 'a/b': ['x', { card: 4_111_111_111_111_111 }], n: 12, t: true, z: null })).toEqual({
      isWhole: true,
      found: [
        ['/a~1b', 'a/b', true, undefined],
        ['/a~1b/0', 'x', false, 'a/b'],
        ['/a~1b/1/card', 'card', true, undefined],
        ['/a~1b/1/card', '4111111111111111', false, 'card'],
        ['/n', 'n', true, undefined],
        ['/t', 't', true, undefined],
        ['/z', 'z', true, undefined],
      ],
    });
  });

  it('ends when the room is used up, and says so', () => {
    expect(textsIn(['abc', 'def'], { values: 10, characters: 4 }).isWhole).toBe(false);
    expect(textsIn([1, 2, 3], { values: 2, characters: 100 }).isWhole).toBe(false);
    let deep: unknown = 'x';
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(textsIn(deep).isWhole).toBe(false);
  });
});
