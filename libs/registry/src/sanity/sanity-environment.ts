import { expressionLimits, offeredFunctions, withQuickSearches } from '@assay/kernel';
import { Environment } from '@marcbachmann/cel-js';

/**
 * Maximum difference of two equal numbers, relative to the larger of them and 1: the rounding errors of sums of decimal
 * fractions (2⁻⁵² per operation) are far smaller, and a cent in a million is larger.
 */
export const nearEpsilon = 1e-9;

/** Whether two values are one within ε: numbers by their distance over the larger of them and 1, all else when equal. */
export function isNear(a: unknown, b: unknown, epsilon = nearEpsilon): boolean {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === undefined || y === undefined) throw new Error('near() compares numbers');
  return x === y || Math.abs(x - y) <= epsilon * Math.max(1, Math.abs(x), Math.abs(y));
}

/** Same as `==`, but numbers are equal within ε, also inside lists and objects. Stops at the first difference. */
function isSame(a: unknown, b: unknown): boolean {
  if (numberOf(a) !== undefined && numberOf(b) !== undefined) return isNear(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  return isMap(a) && isMap(b) ? areSameMaps(a, b) : a === b;
}

type Members = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function areSameMaps(a: Members, b: Members): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

/** A number of either CEL type; undefined for anything else. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;

function sumOf(list: unknown): number {
  let sum = 0;
  for (const entry of list as Iterable<unknown>) {
    const value = numberOf(entry);
    if (value === undefined) throw new Error('sum() adds numbers');
    sum += value;
  }
  return sum;
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** Functions allowed in a sanity predicate. */
export const sanityFunctions: ReadonlySet<string> = new Set([...offeredFunctions, 'sum', 'near']);

/**
 * CEL over `input`, `output` and `now`, with `sum(list)` and `near(a, b)` or `near(a, b, ε)`. JSON has one kind of
 * number, which CEL reads as double: mixed with an integer, both are computed as doubles.
 */
export function sanityEnvironment(): Environment {
  const environment = new Environment({ limits: expressionLimits, homogeneousAggregateLiterals: false })
    .registerVariable('input', 'map')
    .registerVariable('output', 'dyn')
    .registerVariable('now', 'google.protobuf.Timestamp')
    .registerFunction('sum(list): double', sumOf)
    .registerFunction('same(dyn, dyn): bool', isSame)
    .registerFunction('near(dyn, dyn): bool', (a: unknown, b: unknown) => isNear(a, b))
    .registerFunction('near(dyn, dyn, dyn): bool', (a: unknown, b: unknown, epsilon: unknown) =>
      isNear(a, b, numberOf(epsilon)),
    );
  return withJsonNumbers(environment);
}

/** Calculates with a fraction and a whole number as with two fractions, and offers quick searches. */
export function withJsonNumbers(environment: Environment): Environment {
  for (const [sign, calculate] of Object.entries(arithmetic)) {
    const on = (a: unknown, b: unknown): number => calculate(Number(a), Number(b));
    environment.registerOperator(`double ${sign} int: double`, on);
    environment.registerOperator(`int ${sign} double: double`, on);
  }
  environment.registerOperator('double % double: double', (a: number, b: number) => a % b);
  return withQuickSearches(environment);
}
