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
    // What compares two values from outside the entry reads the shorter of them each time; with a part of it, that part.
    ['a.items.all(i, a.left == a.right)', 1, 1, 0],
    ['a.items.all(i, [a.left] == [a.right] && (i.b ? a.left : i.c) < a.right)', 1, 2, 0],
    ['a.items.all(i, i.currency == a.currency && i.n < 3)', 1, 0, 0],
    ['a.items.all(i, size(a.text) > 3 && a.text.size() > sum(a.items))', 1, 3, 0],
    ['a.items.all(i, size(i.name) > sum(i.parts))', 1, 0, 0],
  ])('%s walks %i lists, reads %i times per entry, joins %i times', (text, walks, perEntry, joins) => {
    expect(cost(text)).toMatchObject({ walks, perEntry, joins, problems: [] });
  });

  it('counts the parts evaluated for each entry', () => {
    expect(cost('a.total > 0 && a.b == a.c').partsPerEntry).toBe(0);
    const short = cost('a.items.all(i, i > 0)').partsPerEntry;
    expect(
      cost(`a.items.all(i, ${Array.from({ length: 100 }, () => 'i > 0').join(' && ')})`).partsPerEntry,
    ).toBeGreaterThan(90 * (short - 1));
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
