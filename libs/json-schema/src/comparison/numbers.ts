import type { NumberShape } from './shape.js';

/** Whether a number is an integer multiple of another; undefined where floating point is not exact enough to decide. */
export function isMultiple(value: number, of: number): boolean | undefined {
  if (value === 0) return true;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  if (of === 1) return Number.isInteger(value);
  const quotient = value / of;
  if (Math.abs(quotient) > 2 ** 40) return undefined;
  const off = Math.abs(quotient - Math.round(quotient));
  if (off > 1e-6 * Math.max(1, Math.abs(quotient))) return false;
  return off === 0 && quotient * of === value ? true : undefined;
}

/** Whether every multiple of `a` is a multiple of `b`. False means "not certain". */
export const dividesAll = (a: number, b: number): boolean =>
  a === b || (Number.isSafeInteger(a) && Number.isSafeInteger(b) && a % b === 0);

export const isInside = ({ min, minOpen, max, maxOpen }: NumberShape, value: number): boolean =>
  (minOpen ? value > min : value >= min) && (maxOpen ? value < max : value <= max);

/** The step between accepted numbers, when it is an integer. */
const stepOf = ({ multiples }: NumberShape): number | undefined =>
  multiples.filter((it) => Number.isSafeInteger(it)).sort((a, b) => b - a)[0];

/** Bounds moved inwards to the next multiple, so that equal sets have equal bounds. */
export function tightened(shape: NumberShape): NumberShape {
  const step = stepOf(shape);
  if (step === undefined) return shape;
  let { min, max } = shape;
  if (Number.isFinite(min) && Math.abs(min) < 2 ** 50) {
    min = Math.ceil(min / step) * step;
    if (shape.minOpen && min === shape.min) min += step;
  }
  if (Number.isFinite(max) && Math.abs(max) < 2 ** 50) {
    max = Math.floor(max / step) * step;
    if (shape.maxOpen && max === shape.max) max -= step;
  }
  return {
    ...shape,
    min: min === 0 ? 0 : min,
    max: max === 0 ? 0 : max,
    minOpen: min === shape.min && shape.minOpen,
    maxOpen: max === shape.max && shape.maxOpen,
  };
}

/** All numbers of a shape if there are at most `cap` integers. */
export function fewNumbers(shape: NumberShape, cap: number): number[] | undefined {
  if (!shape.minOpen && !shape.maxOpen && shape.min === shape.max) return [shape.min];
  const step = stepOf(shape);
  if (step === undefined || !(shape.max - shape.min <= step * (cap - 1))) return undefined;
  const numbers: number[] = [];
  for (let it = shape.min; it <= shape.max; it += step) numbers.push(it);
  return numbers;
}

export const isEmptyInterval = ({ min, minOpen, max, maxOpen }: NumberShape): boolean =>
  min > max || (min === max && (minOpen || maxOpen));

/** Numbers near the bounds of shapes, where two shapes differ if they differ at all. */
export function edgeNumbers(shapes: readonly NumberShape[]): number[] {
  const steps = [...new Set(shapes.flatMap((it) => [...it.multiples, ...it.notMultiples]))].slice(0, 4);
  const edges = [...new Set([0, ...shapes.flatMap(({ min, max }) => [min, max])])].filter(Number.isFinite).slice(0, 12);
  const numbers = new Set<number>();
  for (const edge of edges) {
    for (const by of [0, 1, -1, 0.5, -0.5, 0.25, -0.25, 1e-3, -1e-3, 1e3, -1e3]) numbers.add(edge + by);
    for (const step of steps) {
      for (const by of [0, 1, -1, 2, 3]) numbers.add((Math.round(edge / step) + by) * step);
      numbers.add(edge + step / 2);
    }
  }
  return [...numbers].filter(Number.isFinite);
}
