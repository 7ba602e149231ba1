import { describe, expect, it } from '@jest/globals';
import { originsIn, signOf } from './value-origins.js';

const originOf = (value: unknown, input: Record<string, unknown>, output: unknown) =>
  originsIn(input, output).get(signOf(value) ?? '');

describe('where a value of a call is', () => {
  it('is the shortest way through the output, and an argument before that', () => {
    const output = { user: { mail: 'a long text' }, list: [{ id: 'order-17' }, { id: 'order-18' }], total: 1_234.5 };
    expect(originOf('order-18', {}, output)).toEqual({ of: 'output', path: ['list', '1', 'id'] });
    expect(originOf({ id: 'order-17' }, {}, output)).toEqual({ of: 'output', path: ['list', '0'] });
    expect(originOf(output, {}, output)).toEqual({ of: 'output', path: [] });
    expect(originOf(1_234.5, {}, output)).toEqual({ of: 'output', path: ['total'] });
    expect(originOf('order-18', { id: 'order-18' }, output)).toEqual({ of: 'input', path: ['id'] });
    expect(originOf('elsewhere', {}, output)).toBeUndefined();
  });

  it('is unknown for values that are equal by chance, and behind names that no reference leads through', () => {
    for (const value of ['', ' ', 'no', 7, -99, true, null, [], {}]) expect(signOf(value)).toBeUndefined();
    expect(originOf('a text', {}, { 'a.b': { c: 'a text' } })).toBeUndefined();
    expect(originOf('a text', {}, { '': 'a text' })).toBeUndefined();
    for (const name of ['Ada Lovelace', 'ada@lovelace.org', '+49 30 1234567', '219-09-9999'])
      expect(originOf('a text', {}, { [name]: 'a text' })).toBeUndefined();
  });

  it('is looked for in bounds', () => {
    const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => ({ inner }), 'a text');
    expect(originOf('a text', {}, deep)).toBeUndefined();
    expect(
      originsIn(
        {},
        Array.from({ length: 5_000 }, (_, at) => `text ${at}`),
      ).size,
    ).toBeLessThan(310);
    expect(originsIn({}, { text: 'x'.repeat(300_000) }).size).toBe(0);
  });
});
