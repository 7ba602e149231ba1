import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aField, aFile, aMessage, label, shopFiles, type, written } from '../testing/descriptors.js';
import { filesOf, lowerCamelCase, readTypes } from './read-types.js';
import type { ProtoTypes } from './types.js';
import { WireError } from './wire-reader.js';

function typesOf(...files: readonly Uint8Array[]): ProtoTypes {
  const types = readTypes(files);
  if (!types.ok) throw new Error(types.error.message);
  return types.value;
}
const fieldsOf = (types: ProtoTypes, name: string) =>
  Object.fromEntries((types.messages.get(name)?.fields ?? []).map((it) => [it.name, it]));

describe('readTypes', () => {
  it('reads messages, enums and services with their full names and comments', () => {
    const types = typesOf(...shopFiles());
    expect([...types.messages.keys()].sort()).toEqual(
      ['GetOrder', 'Item', 'Order', 'Order.LabelsEntry', 'Unused'].map((it) => `shop.v1.${it}`),
    );
    expect(types.enums.get('shop.v1.State')).toMatchObject({
      isOpen: true,
      values: new Map([
        ['UNKNOWN', 0],
        ['OPEN', 1],
      ]),
    });
    expect(types.services.get('shop.v1.Orders')?.methods).toMatchObject([
      { name: 'Get', input: 'shop.v1.GetOrder', effects: 'none', comment: 'Gets one order.' },
      { name: 'Watch', serverStreaming: true, clientStreaming: false, effects: 'unknown' },
      { name: 'Upload', clientStreaming: true },
    ]);
    expect(fieldsOf(types, 'shop.v1.Order')).toMatchObject({
      order_id: { jsonName: 'orderId', presence: false, comment: 'As it was given out.' },
      items: { label: 'repeated', typeName: 'shop.v1.Item', packed: false },
      card: { oneof: 'payment', presence: true },
      placed_at: { presence: true, typeName: 'google.protobuf.Timestamp' },
    });
  });

  it('applies the rules of proto2, proto3 and editions to fields', () => {
    const messages = [
      aMessage(
        'M',
        [
          aField('plain', 1, type.int32),
          aField('list', 2, type.int32, { label: label.repeated }),
          aField('must', 3, type.int32, { label: label.required }),
          aField('maybe', 4, type.int32, { proto3Optional: true, oneof: 0 }),
          aField('unmarked', 5, type.int32, { oneof: 1 }),
          aField('sub', 6, type.message, { typeName: 'M' }),
        ],
        [
          [8, written([1, '_maybe'])],
          [8, written([1, '_unmarked'])],
        ],
      ),
    ];
    const of = (syntax: string, options?: Uint8Array) =>
      fieldsOf(typesOf(aFile({ syntax, messages, ...(options && { options }) })), 'shop.v1.M');
    expect(of('')).toMatchObject({ plain: { presence: true }, list: { packed: false }, must: { label: 'required' } });
    expect(of('proto3')).toMatchObject({
      plain: { presence: false },
      list: { packed: true },
      maybe: { presence: true, oneof: undefined },
      unmarked: { presence: true, oneof: undefined },
      sub: { type: 'message', typeName: 'shop.v1.M' },
    });
    // Features of the file: legacy required presence, expanded lists, delimited messages.
    const features = written([50, written([1, 3], [3, 2], [5, 2])]);
    expect(of('editions')).toMatchObject({ plain: { presence: true, label: 'optional' }, list: { packed: true } });
    expect(of('editions', features)).toMatchObject({
      plain: { label: 'required' },
      list: { packed: false },
      sub: { type: 'group' },
    });
  });

  it.each([
    ['a name that is none', aFile({ messages: [aMessage('a-b', [])] })],
    ['a package that is none', aFile({ inPackage: 'a..b' })],
    ['a field without a number', aFile({ messages: [aMessage('M', [aField('x', 0, type.string)])] })],
    ['a field of an unknown type', aFile({ messages: [aMessage('M', [aField('x', 1, 77)])] })],
    ['other bytes', Uint8Array.from([0x0a, 9])],
  ])('refuses %s', (_what, file) => {
    expect(readTypes([file])).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
  });

  it('reads or refuses any bytes, and throws for none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof readTypes([bytes]).ok).toBe('boolean');
      }),
    );
    expect(() => filesOf(Uint8Array.from([0xff]))).toThrow(WireError);
  });

  it('makes JSON names as the JSON mapping does', () => {
    expect(['order_id', '_x', 'a__b', 'URL_of', 'plain'].map(lowerCamelCase)).toEqual([
      'orderId',
      'X',
      'aB',
      'URLOf',
      'plain',
    ]);
  });
});
