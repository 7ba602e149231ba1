import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkSanity } from './check-sanity.js';
import { compileSanity, type DeclaredSanity } from './sanity-predicate.js';

const now = new Date(Date.UTC(2026, 5, 1, 12));
const at = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

function compiled(expression: string, kind: DeclaredSanity['kind'] = 'range') {
  const found = compileSanity({ name: 'p', kind, expression, severity: 'WARNING' });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const holds = (expression: string, output: unknown, kind?: DeclaredSanity['kind'], input = {}): boolean =>
  compiled(expression, kind).holds({ input, output, now });

describe('a sanity predicate', () => {
  it.each<[string, unknown, boolean]>([
    ['output.price > 0 && output.price < 1e7', { price: 5 }, true],
    ['output.price > 0 && output.price < 1e7', { price: -5 }, false],
    ['output.price * 2 + 1 == 11', { price: 5 }, true],
    ['output.share / 2 <= 0.5', { share: 1.5 }, false],
    ['size(output.results) <= 2', { results: [1, 2, 3] }, false],
    ['size(output.results) == output.count - 1', { results: [1, 2], count: 3 }, true],
    ['output.items.all(i, i.amount >= 0)', { items: [{ amount: 0 }] }, true],
    ['!has(output.status) || output.status in ["open", "done"]', {}, true],
    ['output != ""', '', false],
  ])('%s of %j: %s', (expression, output, expected) => {
    expect(holds(expression, output)).toBe(expected);
  });

  it('refers to the input', () => {
    expect(holds('output.id == input.id', { id: 'a' }, 'reference', { id: 'a' })).toBe(true);
    expect(holds('output.id in input.ids', { id: 'c' }, 'reference', { ids: ['a', 'b'] })).toBe(false);
  });

  it('of consistency accepts rounding errors of sums', () => {
    const total = 'output.total == sum(output.items.map(i, i.amount))';
    const output = { total: 0.3, items: [{ amount: 0.1 }, { amount: 0.2 }] };
    expect([holds(total, output), holds(total, output, 'consistency')]).toEqual([false, true]);
    expect(holds(total, { ...output, total: 0.31 }, 'consistency')).toBe(false);
    expect(holds('output.total != 0.3', { total: 0.1 + 0.2 }, 'consistency')).toBe(false);
    expect(
      holds('output.a == output.b && output.at == "x"', { a: [1, { b: 2 }], b: [1, { b: 2 }], at: 'x' }, 'consistency'),
    ).toBe(true);
    expect(holds('near(output.total, 0.3, 0.1)', { total: 0.35 })).toBe(true);
  });

  it('of time tolerates five minutes in either direction', () => {
    const past = 'timestamp(output.at) <= now';
    expect([4, 6].map((minutes) => holds(past, { at: at(minutes) }, 'time'))).toEqual([true, false]);
    const future = 'timestamp(output.at) > now';
    expect([-4, -6].map((minutes) => holds(future, { at: at(minutes) }, 'time'))).toEqual([true, false]);
    expect(holds(past, { at: at(4) }, 'range')).toBe(false);
  });

  it('lists the values it read', () => {
    const predicate = compiled('output.total == sum(output.items.map(i, i.n)) && output.none.x < input.most');
    expect(predicate.looksAt({ input: { most: 3 }, output: { total: 7, items: [{ n: 1 }] }, now })).toEqual({
      'output.total': 7,
      'output.items': [{ n: 1 }],
      'input.most': 3,
    });
  });

  it('throws when it cannot be evaluated', () => {
    expect(() => holds('output.none > 1', {})).toThrow(/No such key/);
    expect(() => holds('sum(output.a) > 1', { a: ['x'] })).toThrow(/adds numbers/);
    expect(() => holds('near(output.a, 1)', { a: 'x' })).toThrow(/compares numbers/);
  });

  it.each([
    ['output.price >', /Unexpected token: EOF, at character 15/],
    ['price > 1', /Unknown variable: price, at character 1/],
    ['size(output.a)', /gives a int; a boolean is required/],
    ['output.a.matches("(a+)+$")', /matches\(\) is not offered/],
    ['same(output.a, 1)', /same\(\) is not offered/],
    ['output.a.all(x, output.b.exists(y, y == x))', /stands within another one/],
    [Array.from({ length: 5 }, () => 'output.a.all(x, x > 0)').join(' && '), /walks 5 lists/],
    [`output.a.all(x, ${Array.from({ length: 5 }, () => 'x in output.b').join(' || ')})`, /looks into 5 texts/],
    [`size(${Array.from({ length: 10 }, () => 'output.a').join(' + ')}) > 0`, /has 9 "\+"/],
    [Array.from({ length: 300 }, () => 'output.a == 1').join(' || '), /is no CEL predicate/],
  ])('%s is refused', (expression, why) => {
    const declared = { name: 'p', kind: 'range', expression, severity: 'WARNING' } as const;
    expect(compileSanity(declared)).toEqual({ ok: false, error: expect.stringMatching(why) });
    expect(checkSanity([declared])).toEqual([{ path: '/sanity/0/expression', message: expect.stringMatching(why) }]);
  });

  it('is tolerant of numbers within lists and objects, and of no other difference', () => {
    const same = (a: unknown, b: unknown) => holds('output.a == output.b', { a, b }, 'consistency');
    expect(same([{ n: 0.1 + 0.2 }], [{ n: 0.3 }])).toBe(true);
    expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    for (const [a, b] of [
      [{ a: 1 }, { a: 1, b: 2 }],
      [
        { a: 1, b: 2 },
        { a: 1, c: 2 },
      ],
      [[1, 2], [1]],
      [{}, []],
      [null, {}],
      [{ n: 0.3 }, { n: '0.3' }],
    ])
      expect(same(a, b)).toBe(false);
  });

  it('treats a reordered sum as the same sum', () => {
    const amounts = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 50 });
    const predicate = compiled('near(sum(output.a), sum(output.b))', 'consistency');
    fc.assert(
      fc.property(amounts, (a) => {
        // Cancellation loses more than ε of a tiny sum; without mixed signs there is none.
        const some = a.map(Math.abs);
        expect(predicate.holds({ input: {}, output: { a: some, b: [...some].reverse() }, now })).toBe(true);
      }),
    );
  });
});

it('names must be unique', () => {
  const one = { name: 'p', kind: 'range', expression: 'true', severity: 'WARNING' };
  expect(checkSanity([one, one])).toEqual([{ path: '/sanity/1/name', message: 'is the name of an earlier predicate' }]);
  expect([checkSanity(undefined), checkSanity([null, {}, { expression: 5 }])]).toEqual([[], []]);
});
