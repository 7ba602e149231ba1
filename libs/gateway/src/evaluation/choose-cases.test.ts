import { expect, it } from '@jest/globals';
import { chooseCases } from './choose-cases.js';

const possible = (name: string, n: number) => ({ source: 'recorded' as const, name, input: { n } });

it('takes each question once, in order, up to the limit', () => {
  const all = [possible('a', 1), possible('b', 2), possible('c', 1), possible('d', 3)];
  expect(chooseCases(all, 10).map(({ name }) => name)).toEqual(['a', 'b', 'd']);
  expect(chooseCases(all, 2).map(({ name }) => name)).toEqual(['a', 'b']);
});
