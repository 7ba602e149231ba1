import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { expect, it } from '@jest/globals';
import { messageTypes } from './message-types.js';

const types = messageTypes('shop.v1', {
  Order: { id: [1, 'string'], items: [2, 'repeated Item'], total: [3, 'int64'] },
  Item: { sku: [1, 'string'], count: [2, 'int32'] },
});

it('gives schemas that the library reads and writes by', () => {
  const order = types.of<{ id: string; items: { sku: string; count: number }[]; total: bigint }>('Order');
  const written = toBinary(order, create(order, { id: 'a', items: [{ sku: 'tea', count: 2 }], total: 2n ** 60n }));
  expect([...written.slice(0, 3)]).toEqual([0x0a, 1, 97]);
  expect(fromBinary(order, written)).toMatchObject({
    id: 'a',
    items: [{ sku: 'tea', count: 2 }],
    total: 2n ** 60n,
  });
});

it('knows its own messages only', () => {
  expect(() => types.of('Basket')).toThrow('shop.v1 has no message Basket');
});
