import { Refusal } from '@assay/kit';
import { Decimal } from 'decimal.js';
import type { Value } from './arithmetic-values.js';

export type Call = (given: readonly Value[], name: string) => Decimal;

const flat = (given: readonly Value[]): Decimal[] => given.flatMap((it) => (it instanceof Decimal ? [it] : [...it]));

/** Takes that many numbers. */
const of =
  (min: number, max: number, apply: (...numbers: Decimal[]) => Decimal): Call =>
  (given, name) => {
    const numbers = flat(given);
    if (numbers.length >= min && numbers.length <= max) return apply(...numbers);
    const wanted = min === max ? `${min}` : `${min} to ${max}`;
    throw new Refusal(`${name} takes ${wanted} ${max === 1 ? 'number' : 'numbers'}, not ${numbers.length}.`);
  };

/** Takes any numbers and lists, and at least one number. */
const ofMany =
  (apply: (numbers: readonly Decimal[]) => Decimal): Call =>
  (given, name) => {
    const numbers = flat(given);
    if (numbers.length === 0) throw new Refusal(`${name} of no numbers is undefined.`);
    return apply(numbers);
  };

const total = (numbers: readonly Decimal[]): Decimal => numbers.reduce((sum, it) => sum.plus(it));
const mean = (numbers: readonly Decimal[]): Decimal => total(numbers).div(numbers.length);

function median(numbers: readonly Decimal[]): Decimal {
  const sorted = [...numbers].sort((a, b) => a.cmp(b));
  const middle = sorted.length >> 1;
  return mean(sorted.length % 2 === 1 ? sorted.slice(middle, middle + 1) : sorted.slice(middle - 1, middle + 1));
}

/** Of a sample: divided by n − 1. */
function deviation(numbers: readonly Decimal[]): Decimal {
  if (numbers.length < 2) throw new Refusal('stdev takes at least 2 numbers.');
  const centre = mean(numbers);
  return total(numbers.map((it) => it.minus(centre).pow(2)))
    .div(numbers.length - 1)
    .sqrt();
}

/** Half away from zero, as people round; digits may be negative. */
function rounded(value: Decimal, digits?: Decimal): Decimal {
  const places = digits?.toNumber() ?? 0;
  if (!Number.isInteger(places) || Math.abs(places) > 100) throw new Refusal('round takes −100 to 100 whole digits.');
  const scale = new Decimal(10).pow(Math.abs(places));
  const round = (it: Decimal) => it.toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  return places >= 0 ? value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP) : round(value.div(scale)).times(scale);
}

function factorial(value: Decimal): Decimal {
  const count = value.toNumber();
  if (!Number.isInteger(count) || count < 0 || count > 1_000) throw new Refusal('factorial takes 0 to 1000.');
  let product = value.div(value.isZero() ? 1 : value);
  for (let factor = 2; factor <= count; factor += 1) product = product.times(factor);
  return value.isZero() ? value.plus(1) : product;
}

/** Everything an expression may call. */
export const functions: Readonly<Record<string, Call>> = {
  abs: of(1, 1, (it) => it.abs()),
  ceil: of(1, 1, (it) => it.ceil()),
  floor: of(1, 1, (it) => it.floor()),
  trunc: of(1, 1, (it) => it.trunc()),
  round: of(1, 2, rounded),
  sign: of(1, 1, (it) => new Decimal(it.isZero() ? 0 : it.isNegative() ? -1 : 1)),
  sqrt: of(1, 1, (it) => it.sqrt()),
  cbrt: of(1, 1, (it) => it.cbrt()),
  exp: of(1, 1, (it) => it.exp()),
  ln: of(1, 1, (it) => it.ln()),
  log10: of(1, 1, (it) => it.log(10)),
  log2: of(1, 1, (it) => it.log(2)),
  log: of(1, 2, (it, base) => (base === undefined ? it.ln() : it.log(base))),
  pow: of(2, 2, (it, exponent) => it.pow(exponent)),
  mod: of(2, 2, (it, by) => it.mod(by)),
  sin: of(1, 1, (it) => it.sin()),
  cos: of(1, 1, (it) => it.cos()),
  tan: of(1, 1, (it) => it.tan()),
  asin: of(1, 1, (it) => it.asin()),
  acos: of(1, 1, (it) => it.acos()),
  atan: of(1, 1, (it) => it.atan()),
  hypot: ofMany((numbers) => total(numbers.map((it) => it.pow(2))).sqrt()),
  factorial: of(1, 1, factorial),
  min: ofMany((numbers) => numbers.reduce((min, it) => (it.lt(min) ? it : min))),
  max: ofMany((numbers) => numbers.reduce((max, it) => (it.gt(max) ? it : max))),
  sum: ofMany(total),
  mean: ofMany(mean),
  median: ofMany(median),
  stdev: ofMany(deviation),
  count: ofMany((numbers) => new Decimal(numbers.length)),
};
