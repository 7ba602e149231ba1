import { pointerOf } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pickFields, valueAt } from './pick-fields.js';

const order = {
  id: 7,
  customer: { name: 'Ann', mail: 'a@example.org' },
  lines: [
    { sku: 'tea', count: 2 },
    { sku: 'milk', count: 1 },
  ],
  'a/b': { '~': 1 },
};

describe('pickFields', () => {
  it.each([
    ['members in their structure', ['/id', '/customer/name'], { id: 7, customer: { name: 'Ann' } }],
    ['a member whole', ['/customer'], { customer: order.customer }],
    ['a member whole, also when a part of it is named', ['/customer', '/customer/name'], { customer: order.customer }],
    ['every item of a list', ['/lines/*/sku'], { lines: [{ sku: 'tea' }, { sku: 'milk' }] }],
    ['items by number, in their order', ['/lines/1', '/lines/0/sku'], { lines: [{ sku: 'tea' }, order.lines[1]] }],
    [
      'every item, and more of one',
      ['/lines/*/sku', '/lines/1/count'],
      { lines: [{ sku: 'tea' }, { sku: 'milk', count: 1 }] },
    ],
    ['names with signs of pointers', ['/a~1b/~0'], { 'a/b': { '~': 1 } }],
  ])('takes %s', (_, pointers, output) => {
    expect(pickFields(order, pointers)).toEqual({ output, missing: [] });
  });

  it('says which pointers lead nowhere, and takes the rest', () => {
    expect(pickFields(order, ['/id', '/total', '/lines/2', '/lines/01', '/id/x'])).toEqual({
      output: { id: 7 },
      missing: ['/total', '/lines/2', '/lines/01', '/id/x'],
    });
    expect(pickFields([1, 2], ['/7'])).toEqual({ output: [], missing: ['/7'] });
    expect(pickFields('text', ['/x'])).toEqual({ output: {}, missing: ['/x'] });
    expect(pickFields({ lines: [] }, ['/lines/*/sku'])).toEqual({ output: { lines: [] }, missing: [] });
  });

  it('follows own members only, and makes none that were not there', () => {
    expect(pickFields({}, ['/constructor', '/__proto__/x']).missing).toHaveLength(2);
    const hostile = JSON.parse('{"__proto__": {"admin": true}, "b": 1}');
    const { output } = pickFields(hostile, ['/__proto__/admin']);
    expect(JSON.stringify(output)).toBe('{"__proto__":{"admin":true}}');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('looks at each member once, however many pointers there are', () => {
    let looked = 0;
    const item = () => ({
      get price() {
        looked += 1;
        return { amount: 1 };
      },
    });
    const pointers = Array.from({ length: 50 }, (_, at) => [`/*/price/x${at}`, `/0/price/y${at}`]).flat();
    const { missing } = pickFields([item(), item()], pointers);
    expect(missing).toHaveLength(100);
    expect(looked).toBe(2);
  });

  it('takes exactly what a pointer names (property)', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.integer())), (document) => {
        for (const [name, below] of Object.entries(document)) {
          for (const [inner, value] of Object.entries(below)) {
            if (inner === '*' || name === '*') continue;
            const pointer = pointerOf([name, inner]);
            expect(valueAt(document, pointer)).toBe(value);
            const { output, missing } = pickFields(document, [pointer]);
            expect(missing).toEqual([]);
            expect(JSON.stringify(output)).toBe(
              JSON.stringify(Object.fromEntries([[name, Object.fromEntries([[inner, value]])]])),
            );
          }
        }
      }),
    );
  });
});
