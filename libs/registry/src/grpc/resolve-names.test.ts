import { expect, it } from '@jest/globals';
import { resolveNames } from './resolve-names.js';
import type { ProtoTypes } from './types.js';

const types = (scope: string, typeName: string, ...messages: string[]) =>
  ({
    enums: new Map([['shop.State', {}]]),
    messages: new Map([
      ...messages.map((it): [string, object] => [it, { fields: [] }]),
      [scope, { fields: [{ typeName }] }],
    ]),
    services: new Map([['shop.Orders', { methods: [{ input: typeName, output: '.shop.Item' }] }]]),
  }) as unknown as ProtoTypes;
const fieldType = (...given: Parameters<typeof types>) =>
  resolveNames(types(...given)).messages.get(given[0])?.fields[0]?.typeName;

it.each([
  ['.shop.Item', 'shop.Item'],
  ['', ''],
  ['Item', 'shop.Order.Item'],
  ['State', 'shop.State'],
  ['shop.Item', 'shop.Item'],
  ['Missing', 'Missing'],
])('the name "%s" in a message is %s', (written, full) => {
  expect(fieldType('shop.Order', written, 'shop.Item', 'shop.Order.Item')).toBe(full);
});

it('the innermost scope comes first, the outermost last', () => {
  expect(fieldType('shop.Order', 'Item', 'shop.Item', 'Item')).toBe('shop.Item');
  expect(fieldType('shop.Order', 'Item', 'Item')).toBe('Item');
});

it('methods are resolved from their service', () => {
  const resolved = resolveNames(types('shop.Order', 'Item', 'shop.Item'));
  expect(resolved.services.get('shop.Orders')?.methods).toEqual([{ input: 'shop.Item', output: 'shop.Item' }]);
});
