import { expect, it } from '@jest/globals';
import { shopFiles } from '../testing/descriptors.js';
import { messageSchema, streamSchema } from './message-schema.js';
import { readTypes } from './read-types.js';

function shop() {
  const types = readTypes(shopFiles());
  if (!types.ok) throw new Error(types.error.message);
  return types.value;
}

it('closes an input, and lets at most one field of a oneof be set', () => {
  expect(messageSchema(shop(), 'shop.v1.GetOrder', 'input')).toMatchObject({
    type: 'object',
    properties: { orderId: { type: 'string' } },
    additionalProperties: false,
  });
  expect(messageSchema(shop(), 'shop.v1.Order', 'input')).toMatchObject({
    dependentSchemas: { card: { properties: { voucher: false } } },
  });
});

it('leaves an output open, with enums that may have new values and messages that contain themselves', () => {
  const schema = messageSchema(shop(), 'shop.v1.Order', 'output');
  expect(schema).not.toHaveProperty('additionalProperties');
  expect(schema).toMatchObject({
    properties: {
      items: { type: 'array', items: { $ref: '#/$defs/shop.v1.Item' } },
      state: { anyOf: [{ type: 'string', enum: ['UNKNOWN', 'OPEN'] }, { type: 'integer' }] },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    },
    $defs: { 'shop.v1.Item': { properties: { parts: { items: { $ref: '#/$defs/shop.v1.Item' } } } } },
  });
});

it('makes the messages of a stream a list, with their definitions at its root', () => {
  const { $defs, ...items } = messageSchema(shop(), 'shop.v1.Order', 'output');
  expect(streamSchema(shop(), 'shop.v1.Order')).toEqual({ type: 'array', items, $defs });
  expect(streamSchema(shop(), 'shop.v1.GetOrder')).not.toHaveProperty('$defs');
});
