import { describe, expect, it } from '@jest/globals';
import { isNear, numberOf, sanityEnvironment } from './sanity-environment.js';

const values = (text: string, output: unknown = {}): unknown =>
  sanityEnvironment().evaluate(text, { input: {}, output, now: new Date(0) });

describe('the environment of sanity predicates', () => {
  it('compares numbers within a distance that grows with them', () => {
    expect([isNear(0.1 + 0.2, 0.3), isNear(1e12, 1e12 + 1), isNear(1n, 1)]).toEqual([true, true, true]);
    expect([isNear(1, 1.000_001), isNear(100, 101, 0.02)]).toEqual([false, true]);
    expect(() => isNear('1', 1)).toThrow('near() compares numbers');
    expect([numberOf(2n), numberOf(2), numberOf('2')]).toEqual([2, 2, undefined]);
  });

  it.each([
    ['near(sum(output.parts), output.total)', true],
    ['same(output.parts, [0.1, 0.2])', true],
    ['same(output, {"total": 0.3})', false],
    ['output.total * 10 == 3.0', true],
    ['output.total - 1 < 0.0', true],
  ])('%s is %s', (text, expected) => {
    expect(values(text, { parts: [0.1, 0.2], total: 0.3 })).toBe(expected);
  });

  it('refuses to add what are not numbers', () => {
    expect(() => values('sum(output.parts) > 1.0', { parts: ['a'] })).toThrow('sum() adds numbers');
  });
});
