import { describe, expect, it } from '@jest/globals';
import { compute } from './compute.fixture.js';

const value = async (expression: string, variables = {}) =>
  (await compute('calculate', { expression, variables })).exact;

describe('calculate', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['2 + 3 * 4', '14'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['2 ** 3', '8'],
    ['(1 + 2) * 3 % 5', '4'],
    ['10 / 4', '2.5'],
    ['round(2.345, 2)', '2.35'],
    ['round(1250, -2)', '1300'],
    ['sum([1, 2, 3])', '6'],
    ['median(3, 1, 2)', '2'],
    ['mean(1, 2)', '1.5'],
    ['factorial(5)', '120'],
    ['factorial(0)', '1'],
    ['min(3, -1) + max([4, 5])', '4'],
    ['1e3 - 1', '999'],
    ['12345678901234567890123 + 1', '12345678901234567890124'],
  ])('%s = %s', async (expression, expected) => {
    expect(await value(expression)).toBe(expected);
  });

  it('knows the circle', async () => {
    expect(await value('floor(pi * 1000000)')).toBe('3141592');
  });

  it('takes numbers, lists and long numbers as text', async () => {
    expect(await value('sum(prices) * (1 + rate)', { prices: [10, 20], rate: 0.19 })).toBe('35.7');
    expect(await value('big + 1', { big: '900719925474099312345' })).toBe('900719925474099312346');
    expect(await compute('calculate', { expression: '1/3', decimals: 4 })).toMatchObject({
      value: 0.3333,
      exact: '0.3333',
    });
  });

  it.each([
    ['', /./],
    ['1 / 0', /divides by zero/],
    ['1 +', /ends where/],
    ['(1', /lacks/],
    ['1 2', /Unexpected "2" at character 3/],
    ['a', /not a variable/],
    ['constructor', /not a variable/],
    ['toString()', /no function/],
    ['process.exit()', /Unexpected "\."/],
    ['[1, 2] + 1', /list/],
    ['sqrt(-1)', /undefined/],
    ['9^9^9', /exponent/],
    ['factorial(1e9)', /0 to 1000/],
    ['sqrt(1, 2)', /takes 1/],
    ['(((('.repeat(1_000), /nests deeper/],
    [`${'-'.repeat(5_000)}1`, /nests deeper/],
  ])('refuses %.20s', async (expression, message) => {
    await expect(compute('calculate', { expression })).rejects.toThrow(message);
  });
});
