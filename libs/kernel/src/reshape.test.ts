import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileReshape } from './reshape.js';

const clock = { monotonic: () => 0 };

async function reshaped(text: string, value: unknown) {
  const compiled = compileReshape(text, clock);
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
    ['[$join(["a", "b"], "-"), $join(["a", "b"]), $join(none, "-")]', {}, ['a-b', 'ab']],
    ['$distinct([{"a":1},{"a":1},2,2])', {}, [{ a: 1 }, 2]],
    [
      '[$toMillis("1970-01-02"), $toMillis("1970-01-01T01:00"), $toMillis(a)]',
      { a: '1970-01-01T00:00:01.5+00:00' },
      [86_400_000, 3_600_000, 1_500],
    ],
    ['nothing', {}, undefined],
  ])('%s of %j: %j', async (text, value, expected) => {
    expect(await reshaped(text, value)).toEqual({ ok: true, value: expected });
  });

  it.each([['{ "a": '], ['$match(a, /(a+)+$/)']])('refuses %s', (text) => {
    expect(compileReshape(text, clock)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  // Attacks: each would run, grow or nest without limit.
  it.each([
    ['an endless tail recursion', '($f := function($x){ $f($x + 1) }; $f(0))'],
    ['an endless recursion', '($f := function($x){ 1 + $f($x) }; $f(0))'],
    ['a long list', '[1..10000000]'],
    ['a list of lists', '[1..5000].[1..5000]'],
    ['a text that doubles', '$reduce([1..60], function($a, $b){ $a & $a }, "xxxxxxxxxx")'],
    ['a text that is padded', '$pad("", 100000000)'],
    ['a list that doubles', '($f := function($n, $l){ $n = 0 ? $l : $f($n - 1, $append($l, $l)) }; $f(40, [1,2,3]))'],
    ['texts that are joined', '($t := $pad("x", 900000); $join([1..300].$string(), $t))'],
    ['text run as an expression', '$eval("1 + 1")'],
    ['a picture, of which a pattern is made', '$toMillis("one one one", "[Yw][Mw][Dw]x")'],
    ['a time that is none', '$toMillis("tomorrow")'],
    ['chance', '$random()'],
    ['a chance order', '$shuffle([1, 2, 3])'],
    ['the time', '$millis()'],
    ['a function for a value', 'function($x){$x}'],
  ])('stops %s', async (_, text) => {
    expect(await reshaped(text, {})).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('ends when its time is up regardless of its steps, and starts afresh the next time', async () => {
    let now = 0;
    const compiled = compileReshape('$sum([1..400].$length($string($$)))', { monotonic: () => (now += 1) });
    if (!compiled.ok) throw new Error(compiled.error.message);
    const late = { ok: false, error: { message: expect.stringMatching(/longer than 500 ms/) } };
    expect(await compiled.value.apply({ a: 1 })).toMatchObject(late);
    expect(await compiled.value.apply({ a: 1 })).toMatchObject(late);
    const short = compileReshape('$length($string($$))', { monotonic: () => (now += 1) });
    expect(short.ok && (await short.value.apply({ a: 1 }))).toEqual({ ok: true, value: 7 });
    expect(short.ok && (await short.value.apply({ a: 1 }))).toEqual({ ok: true, value: 7 });
  });

  it('rejects a result that is too long although each part is within its limits', async () => {
    const text = 'x'.repeat(900_000);
    const max = await reshaped('{"all": $map([1..11], function($v){$$.text})}', { text });
    expect(max.ok).toBe(true);
    const refused = await reshaped('{"all": $map([1..1000], function($v){$$.text})}', { text });
    expect(refused.ok ? '' : refused.error.message).toContain('more than 10485760 bytes');
  });

  it('works again after an evaluation was stopped, also concurrently', async () => {
    const compiled = compileReshape(
      '$f := function($n){ $n <= 0 ? "done" : $f($n - 1) }; $f(n)'.replace(/^(.*)$/, '($1)'),
      clock,
    );
    if (!compiled.ok) throw new Error(compiled.error.message);
    const outcomes = await Promise.all([1e9, 3, 1e9, 5].map((n) => compiled.value.apply({ n })));
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, false, true]);
  });

  it('does not change its input, nor reach prototypes', async () => {
    const value = { a: { b: [1] } };
    await reshaped('$ ~> |a|{"b": 2}|', value);
    expect(value).toEqual({ a: { b: [1] } });
    for (const text of ['constructor', '__proto__', 'a.constructor.constructor("return 1")()', '$string.constructor']) {
      const found = await reshaped(text, value);
      expect(found.ok ? found.value : undefined).toBeUndefined();
    }
  });

  it('never throws for any input', async () => {
    const text = fc.string({ maxLength: 30, unit: fc.constantFrom(...'$ab.[](){}:;"1+&|~><=?, '.split('')) });
    await fc.assert(
      fc.asyncProperty(text, fc.jsonValue({ maxDepth: 2 }), async (expression, value) => {
        expect(typeof (await reshaped(expression, value)).ok).toBe('boolean');
      }),
    );
  });
});
