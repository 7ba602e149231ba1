import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { Arithmetic, single } from './arithmetic.js';
import { Exact, type Value } from './arithmetic-values.js';
import { dataTool } from './data-tool.js';

const number = z.union([z.number(), z.string().max(200)]);

const input = z.strictObject({
  expression: z
    .string()
    .min(1)
    .max(10_000)
    .describe('Such as round(net * 1.19, 2) or mean(prices): + - * / % ^, parentheses, lists, pi, e and functions'),
  variables: z
    .record(z.string().max(100), z.union([number, z.array(number).max(100_000)]))
    .default({})
    .describe('Numbers, or lists of numbers, by name. A number with many digits can be given as text'),
  decimals: z.int().min(0).max(50).optional().describe('Round the result to so many decimals'),
});

const output = z.object({
  value: z.number().nullable().describe('As a double; null when it is too large for one'),
  exact: z.string().describe('In decimal digits, up to 50 significant ones'),
});

function numberOf(name: string, given: number | string) {
  const text = String(given).trim();
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    throw new Refusal(`The variable "${name}" is not a number.`);
  return new Exact(text);
}

export const calculate = dataTool({
  name: 'calculate',
  title: 'Calculate',
  description:
    'Evaluate arithmetic in decimal numbers (0.1 + 0.2 is 0.3), with variables, lists and functions such as round, sum, mean, median, sqrt. Use it for every sum you would otherwise do in your head.',
  input,
  output,
  compute({ expression, variables, decimals }) {
    const values = new Map<string, Value>();
    for (const [name, given] of Object.entries(variables))
      values.set(name, Array.isArray(given) ? given.map((it) => numberOf(name, it)) : numberOf(name, given));
    const found = single(new Arithmetic(expression, values).value());
    if (!found.isFinite()) throw new Refusal('The result is undefined or too large to write.');
    const result = decimals === undefined ? found : found.toDecimalPlaces(decimals, Exact.ROUND_HALF_UP);
    const value = result.toNumber();
    const exact = result.abs().lt(1e-30) || result.abs().gte(1e60) ? result.toString() : result.toFixed();
    return {
      structured: { value: Number.isFinite(value) ? value : null, exact: result.isZero() ? '0' : exact },
      text: exact,
    };
  },
});
