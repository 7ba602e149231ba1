import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dividesAll, edgeNumbers, fewNumbers, isEmptyInterval, isInside, isMultiple, tightened } from './numbers.js';
import { type NumberShape, top } from './shape.js';

const shape = (parts: Partial<NumberShape>): NumberShape => ({ ...top('number'), ...parts });

it.each<[number, number, boolean | undefined]>([
  [6, 3, true],
  [7, 3, false],
  [0, 0.1, true],
  [1.5, 0.5, true],
  [1.6, 0.5, false],
  [0.3, 0.1, undefined],
  [1e30, 0.1, undefined],
  [2.5, 1, false],
])('%d is a multiple of %d: %s', (value, of, answer) => {
  expect(isMultiple(value, of)).toBe(answer);
});

it('decides which multiples are multiples of which', () => {
  expect([dividesAll(6, 3), dividesAll(3, 6), dividesAll(0.5, 0.5), dividesAll(1, 0.5)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

describe('bounds of whole numbers', () => {
  it('move inwards to the next integer', () => {
    const moved = tightened(shape({ min: 0, minOpen: true, max: 3.5, multiples: [1] }));
    expect(moved).toMatchObject({ min: 1, minOpen: false, max: 3, maxOpen: false });
    expect(tightened(shape({ min: 1, max: 11, multiples: [1, 4] }))).toMatchObject({ min: 4, max: 8 });
    expect(tightened(shape({ min: 0.5, minOpen: true }))).toMatchObject({ min: 0.5, minOpen: true });
  });

  it('accept the same numbers as before', () => {
    const bound = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(
        bound,
        bound,
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: -25, max: 25 }),
        (min, max, minOpen, maxOpen, it) => {
          const before = shape({ min, max, minOpen, maxOpen, multiples: [1] });
          expect(isInside(tightened(before), it)).toBe(isInside(before, it));
        },
      ),
    );
  });
});

it('lists a few numbers, and not more than the limit', () => {
  expect(fewNumbers(shape({ min: 2, max: 4, multiples: [1] }), 3)).toEqual([2, 3, 4]);
  expect(fewNumbers(shape({ min: 2, max: 5, multiples: [1] }), 3)).toBeUndefined();
  expect(fewNumbers(shape({ min: 2.5, max: 2.5 }), 3)).toEqual([2.5]);
  expect(fewNumbers(shape({ min: 2, multiples: [1] }), 3)).toBeUndefined();
});

it('detects an empty interval', () => {
  expect(isEmptyInterval(shape({ min: 2, max: 1 }))).toBe(true);
  expect(isEmptyInterval(shape({ min: 1, max: 1, maxOpen: true }))).toBe(true);
  expect(isEmptyInterval(shape({ min: 1, max: 1 }))).toBe(false);
});

it('finds numbers on both sides of every bound', () => {
  const numbers = edgeNumbers([shape({ min: 3 }), shape({ max: 9, multiples: [4] })]);
  for (const bound of [3, 9]) {
    expect(numbers.some((it) => it < bound) && numbers.some((it) => it > bound) && numbers.includes(bound)).toBe(true);
  }
  expect(numbers.some((it) => it % 4 === 0) && numbers.some((it) => it % 4 === 1)).toBe(true);
});
