import { describe, expect, it } from '@jest/globals';
import { Environment } from '@marcbachmann/cel-js';
import { costOf, offeredFunctions } from './expression-cost.js';

const environment = new Environment({ unlistedVariablesAreDyn: true })
  .registerFunction('sum(list): double', () => 0)
  .registerFunction('near(dyn, dyn): bool', () => true);
const cost = (text: string) => costOf(environment.parse(text).ast, new Set([...offeredFunctions, 'sum', 'near']));

describe('costOf', () => {
  it.each([
    ['a.total > 0', 0, 0, 0],
    ['a.items.all(i, i.n > 0) && a.items.exists(i, i.n == 1)', 2, 0, 0],
    ['a.items.all(i, i.id in a.ids && i.name.startsWith("x"))', 1, 2, 0],
    ['sum(a.items.map(i, i.price * i.count)) + a.tax == a.total', 1, 0, 1],
    ['near(sum(a.items.map(i, i.price)), a.total)', 1, 0, 0],
  ])('%s walks %i lists, looks %i times an entry, joins %i times', (text, walks, perEntry, joins) => {
    expect(cost(text)).toEqual({ walks, perEntry, joins, problems: [] });
  });

  it.each([
    ['a.items.map(i, a.items).size() > 0', /map\(\) is not offered/],
    ['sum(a.items.map(i, sum(a.items.map(j, j.n)))) > 0.0', /stands within another one/],
    ['sum(a.items.map(i, i.n + i.m)) > 0.0', /"\+" stands where a list is walked/],
    ['sum(size(a.items.map(i, i.n))) > 0.0', /map\(\) is not offered/],
    ['a.text.matches("(a+)+")', /matches\(\) is not offered/],
  ])('%s is refused', (text, why) => {
    expect(cost(text).problems.join()).toMatch(why);
  });
});
