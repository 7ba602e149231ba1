import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileReshape } from './reshape.js';

async function reshaped(text: string, value: unknown) {
  const compiled = compileReshape(text);
  return compiled.ok ? compiled.value.apply(value) : compiled;
}

describe('compileReshape', () => {
  it.each<[string, unknown, unknown]>([
    ['{ "article": item, "count": amount.value }', { item: 'tea', amount: { value: 2 } }, { article: 'tea', count: 2 }],
    [
      'orders[price > 5].id',
      {
        orders: [
          { id: 1, price: 3 },
          { id: 2, price: 9 },
          { id: 3, price: 8 },
        ],
      },
      [2, 3],
    ],
    ['$sum(orders.price)', { orders: [{ price: 3 }, { price: 9 }] }, 12],
    ['$pad("a", -3, "0")', {}, '00a'],
    ['$distinct([{"a":1},{"a":1},2,2])', {}, [{ a: 1 }, 2]],
    ['nothing', {}, undefined],
  ])('%s of %j: %j', async (text, value, expected) => {
    expect(await reshaped(text, value)).toEqual({ ok: true, value: expected });
  });

  it.each([['{ "a": '], ['$match(a, /(a+)+$/)']])('refuses %s', (text) => {
    expect(compileReshape(text)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  // Attacks: each would run, grow or nest without end.
  it.each([
    ['an endless tail recursion', '($f := function($x){ $f($x + 1) }; $f(0))'],
    ['an endless recursion', '($f := function($x){ 1 + $f($x) }; $f(0))'],
    ['a long list', '[1..10000000]'],
    ['a list of lists', '[1..5000].[1..5000]'],
    ['a text that doubles', '$reduce([1..60], function($a, $b){ $a & $a }, "xxxxxxxxxx")'],
    ['a text that is padded', '$pad("", 100000000)'],
    ['a list that doubles', '($f := function($n, $l){ $n = 0 ? $l : $f($n - 1, $append($l, $l)) }; $f(40, [1,2,3]))'],
    ['text run as an expression', '$eval("1 + 1")'],
    ['chance', '$random()'],
    ['the time', '$millis()'],
    ['a function for a value', 'function($x){$x}'],
  ])('stops %s', async (_, text) => {
    expect(await reshaped(text, {})).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('serves again after an evaluation was stopped, and many at once', async () => {
    const compiled = compileReshape(
      '$f := function($n){ $n <= 0 ? "done" : $f($n - 1) }; $f(n)'.replace(/^(.*)$/, '($1)'),
    );
    if (!compiled.ok) throw new Error(compiled.error.message);
    const outcomes = await Promise.all([1e9, 3, 1e9, 5].map((n) => compiled.value.apply({ n })));
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, false, true]);
  });

  it('does not change what it reads, nor reach prototypes', async () => {
    const value = { a: { b: [1] } };
    await reshaped('$ ~> |a|{"b": 2}|', value);
    expect(value).toEqual({ a: { b: [1] } });
    for (const text of ['constructor', '__proto__', 'a.constructor.constructor("return 1")()', '$string.constructor']) {
      const found = await reshaped(text, value);
      expect(found.ok ? found.value : undefined).toBeUndefined();
    }
  });

  it('never throws, whatever it is given', async () => {
    const text = fc.string({ maxLength: 30, unit: fc.constantFrom(...'$ab.[](){}:;"1+&|~><=?, '.split('')) });
    await fc.assert(
      fc.asyncProperty(text, fc.jsonValue({ maxDepth: 2 }), async (expression, value) => {
        expect(typeof (await reshaped(expression, value)).ok).toBe('boolean');
      }),
    );
  });
});
