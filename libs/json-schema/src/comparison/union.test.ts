import { expect, it } from '@jest/globals';
import { patternAtom } from './atoms.js';
import { type Shape, top } from './shape.js';
import { joined } from './union.js';

const text = top('string');
const listed = (...values: string[]): Shape => ({ ...text, values });

it('a union of value lists is one list, each value once', () => {
  expect(joined([listed('a', 'b'), listed('b', 'c')])).toEqual([listed('a', 'b', 'c')]);
});

it('a union with everything of the type is everything', () => {
  expect(joined([listed('a'), text, listed('b')])).toEqual([text]);
});

it('shapes with further conditions stay apart', () => {
  const long = { ...text, min: 3 };
  const matching = { ...text, values: ['abc'], atoms: [patternAtom('^a')] };
  expect(joined([long, listed('a'), matching])).toEqual([listed('a'), long, matching]);
});

it('none and one stay as they are', () => {
  expect(joined([])).toEqual([]);
  expect(joined([listed('a')])).toEqual([listed('a')]);
});
