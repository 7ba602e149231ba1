import { describe, expect, it } from '@jest/globals';
import { fieldRuleOf } from './field-rule.js';
import { type Answered, readFacts } from './read-facts.js';

const text = { type: 'string' };
const shown = (answered: Partial<Answered>) =>
  readFacts({ inputSchema: {}, outputSchema: undefined, input: {}, output: {}, ...answered }).map(
    ({ entity, asOf, facts }) => ({
      entity: JSON.parse(entity),
      asOf,
      facts: [...facts].map(([name, { path, value }]) => [name, path, value]),
    }),
  );

describe('readFacts', () => {
  it('knows a thing by what was asked and what was answered', () => {
    const inputSchema = { properties: { city: { ...text, 'x-assay-entity': 'city' } } };
    const outputSchema = {
      properties: {
        station: { ...text, 'x-assay-entity': 'station' },
        at: { ...text, 'x-assay-as-of': true },
        weather: { properties: { temp: { type: 'number', 'x-assay-field': 'temperature.celsius' } } },
        note: text,
      },
    };
    const output = { station: 7, at: '2026-01-01T00:00:00Z', weather: { temp: 21.5 }, note: 'x' };
    expect(shown({ inputSchema, outputSchema, input: { city: 'Berlin' }, output })).toEqual([
      {
        entity: [
          ['city', 'Berlin'],
          ['station', 7],
        ],
        asOf: Date.UTC(2026, 0, 1),
        facts: [['temperature.celsius', '/weather/temp', 21.5]],
      },
    ]);
  });

  it('takes each entry of a list for a thing of its own, and leaves out what is said twice', () => {
    const order = {
      properties: {
        id: { ...text, 'x-assay-entity': 'order.id' },
        total: { $ref: '#/$defs/money', 'x-assay-field': 'order.total' },
      },
    };
    const outputSchema = { properties: { orders: { items: order } }, $defs: { money: { type: 'number' } } };
    const orders = [{ id: 'a', total: 1 }, { id: 'b', total: 2 }, { id: 'b', total: 3 }, { total: 4 }, { id: 'c' }];
    expect(shown({ outputSchema, output: { orders } })).toEqual([
      { entity: [['order.id', 'a']], asOf: undefined, facts: [['order.total', '/orders/0/total', 1]] },
    ]);
  });

  it('compares nothing of a thing that nothing tells from others, or of an untyped output', () => {
    const outputSchema = { properties: { price: { 'x-assay-field': 'price' } } };
    expect([shown({ outputSchema, output: { price: 1 } }), shown({ output: { price: 1 } })]).toEqual([[], []]);
  });

  it('ends on recursive schemas', () => {
    const outputSchema = {
      properties: { next: { $ref: '#' }, v: { 'x-assay-field': 'v' }, id: { 'x-assay-entity': 'id' } },
    };
    let output: object = { id: 1, v: 1 };
    for (let n = 0; n < 100; n += 1) output = { next: output };
    expect(shown({ outputSchema, output })).toEqual([]);
  });
});

it('compares fractions with what computing them loses, all else exactly, unless the annotation says otherwise', () => {
  expect(fieldRuleOf({ type: 'number', 'x-assay-field': 'a' })).toEqual({
    name: 'a',
    tolerance: { relative: 1e-9 },
    severity: 'WARNING',
    resolve: ['majority', 'authority'],
  });
  expect(fieldRuleOf({ type: 'string', 'x-assay-field': 'a' })?.tolerance).toBe('exact');
  const said = { name: 'a', tolerance: { absolute: 1 }, severity: 'CRITICAL', resolve: ['person'] } as const;
  expect(fieldRuleOf({ type: 'number', 'x-assay-field': said })).toEqual(said);
  expect([fieldRuleOf({}), fieldRuleOf({ 'x-assay-field': 5 })]).toEqual([undefined, undefined]);
});
