import { expect, it } from '@jest/globals';
import { shopFiles } from '../testing/descriptors.js';
import { methodContract } from './method-contract.js';
import { readTypes } from './read-types.js';
import type { MethodShape, ProtoTypes } from './types.js';

function shop() {
  const types = readTypes(shopFiles());
  if (!types.ok) throw new Error(types.error.message);
  return types.value;
}
const methodOf = (types: ProtoTypes, name: string): MethodShape =>
  types.services.get('shop.v1.Orders')?.methods.find((it) => it.name === name) as MethodShape;

it('lists what a method uses, by number, and nothing else', () => {
  const types = shop();
  const contract = methodContract(types, methodOf(types, 'Watch'));
  expect(contract).toMatchObject({ input: 'shop.v1.GetOrder', output: 'shop.v1.Order', serverStreaming: true });
  expect(Object.keys(contract.messages).sort()).toEqual(['shop.v1.GetOrder', 'shop.v1.Item', 'shop.v1.Order']);
  expect(contract.messages['shop.v1.Order']).toMatchObject({
    1: 'string orderId',
    2: 'repeated shop.v1.Item items',
    4: 'map<int32, string> labels',
    5: 'string card in oneof payment',
  });
  expect(contract.enums).toEqual({ 'shop.v1.State': { UNKNOWN: 0, OPEN: 1 } });
});

it('does not depend on the order of the files', () => {
  const types = shop();
  const turned = readTypes(shopFiles().reverse());
  expect(turned.ok && methodContract(turned.value, methodOf(turned.value, 'Get'))).toEqual(
    methodContract(types, methodOf(types, 'Get')),
  );
});
