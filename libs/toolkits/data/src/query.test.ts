import { describe, expect, it } from '@jest/globals';
import { compute } from './compute.fixture.js';

const orders = [
  { id: 1, total: 30 },
  { id: 2, total: 120 },
  { id: 3, total: 250 },
];

describe('query', () => {
  it('selects and reshapes', async () => {
    expect(await compute('query', { data: { orders }, expression: '$sum(orders.total)' })).toMatchObject({
      result: 400,
      found: true,
    });
    expect(await compute('query', { data: { orders }, expression: 'orders[total > 100].id' })).toMatchObject({
      result: [2, 3],
      count: 2,
    });
  });

  it('parses the text of an object or list, and leaves other text', async () => {
    expect(await compute('query', { data: '[{"a": 1}]', expression: 'a' })).toMatchObject({ result: 1 });
    expect(await compute('query', { data: 'plain', expression: '$uppercase($)' })).toMatchObject({ result: 'PLAIN' });
  });

  it('returns a page of a long list and counts the rest beside it', async () => {
    const data = Array.from({ length: 30 }, (_, at) => at);
    const found = await compute('query', { data, expression: '$', limit: 10, offset: 5 });
    expect(found).toMatchObject({ result: data.slice(5, 15), count: 30, omitted: 20 });
  });

  it('says when nothing was found', async () => {
    expect(await compute('query', { data: {}, expression: 'absent' })).toMatchObject({ result: null, found: false });
  });

  it.each([
    ['a ~~', /Invalid JSONata/],
    ['$eval("1")', /failed/],
    ['$random()', /failed/],
    ['$now()', /failed/],
    ['$error("no")', /failed: no/],
    ['function($x) { $x }', /returns a function/],
  ])('refuses %s', async (expression, message) => {
    await expect(compute('query', { data: {}, expression })).rejects.toThrow(message);
  });
});
