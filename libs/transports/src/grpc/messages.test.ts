import { runAtOnce } from '@assay/kernel';
import { type ProtoTypes, WireError } from '@assay/registry';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { loadSync } from '@grpc/proto-loader';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeMessageInSteps, TooDeepError } from './decode-message.js';
import { encodeMessage } from './encode-message.js';
import { shopProto, shopTypes } from './shop.fixture.js';
import { UnfitError } from './unfit.js';

const types: ProtoTypes = shopTypes();
const everything = 'shop.v1.Everything';
const decodeMessage = (of: ProtoTypes, name: string, bytes: Uint8Array, levels: number): unknown =>
  runAtOnce(decodeMessageInSteps(of, name, bytes, levels));
const roundTrip = (value: unknown, name = everything) =>
  decodeMessage(types, name, encodeMessage(types, name, value), 64);

/** The same message by the official library: what one writes the other reads. */
const options = { longs: String, enums: String, bytes: String, arrays: true, objects: true } as const;
const odd = loadSync(shopProto, options)['shop.v1.Odd'] as unknown as {
  Echo: { requestSerialize(value: object): Buffer; requestDeserialize(bytes: Buffer): object };
};

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const int32 = fc.integer();
const uint32 = fc.nat({ max: 2 ** 32 - 1 });
const text = fc.string({ unit: 'grapheme' }).filter((it) => it.isWellFormed());
const base64 = fc.uint8Array().map((it) => Buffer.from(it).toString('base64'));
const scalars = fc.record(
  {
    aDouble: fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0),
    aFloat: fc.float({ noNaN: true, noDefaultInfinity: true }).map((it) => Math.fround(it) + 0),
    anInt32: int32,
    anInt64: int64,
    aUint32: uint32,
    aUint64: uint64,
    aSint32: int32,
    aSint64: int64,
    aFixed32: uint32,
    aFixed64: uint64,
    aSfixed32: int32,
    aSfixed64: int64,
    aBool: fc.boolean(),
    aString: text,
    aBytes: base64,
    aState: fc.constantFrom('OPEN', 'SHIPPED'),
    numbers: fc.array(int32),
    states: fc.array(fc.constantFrom('OPEN', 'SHIPPED', 'STATE_UNSPECIFIED')),
    weights: fc.dictionary(
      fc.constantFrom('true', 'false'),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0),
    ),
  },
  { requiredKeys: [] },
);

describe('messages', () => {
  it('come back as they went, whatever the values', () => {
    fc.assert(
      fc.property(scalars, (value) => {
        const { aFloat = 0, ...rest } = value;
        const back = roundTrip(value) as Record<string, unknown>;
        expect(back).toMatchObject(rest);
        expect(Math.fround(Number(back.aFloat))).toBe(aFloat);
      }),
    );
  });

  it('are read by the official library as they were written, and the other way round', () => {
    fc.assert(
      // Its map<bool, …> writes every key as true.
      fc.property(scalars, ({ aFloat: _float, weights: _weights, ...value }) => {
        const read = odd.Echo.requestDeserialize(encodeMessage(types, everything, value));
        expect(read).toMatchObject(value);
        expect(decodeMessage(types, everything, odd.Echo.requestSerialize(value), 64)).toMatchObject(value);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [
      { aDouble: 'NaN', aFloat: '-Infinity' },
      { aDouble: 'NaN', aFloat: '-Infinity' },
    ],
    [{ aFloat: 0.1 }, { aFloat: 0.1 }],
    [
      { anInt64: 5, aUint64: '7e2' },
      { anInt64: '5', aUint64: '700' },
    ],
    [{ an_int64: '5' }, { anInt64: '5' }],
    [{ aBytes: '-_8' }, { aBytes: '+/8=' }],
    [{ aState: 1 }, { aState: 'OPEN' }],
    [{ aState: 77 }, { aState: 77 }],
    [
      { aString: null, numbers: null },
      { aString: '', numbers: [] },
    ],
    [{ at: '2026-02-28T23:59:60.5+02:00' }, null],
    [{ at: '1969-12-31T23:59:59.000000001Z' }, { at: '1969-12-31T23:59:59.000000001Z' }],
    [{ at: '2026-11-23T10:30:00.5+02:00' }, { at: '2026-11-23T08:30:00.500Z' }],
    [{ during: '-1.000001s' }, { during: '-1.000001s' }],
    [{ mask: 'orderId,items.totalCents' }, { mask: 'orderId,items.totalCents' }],
    [{ value: null }, { value: null }],
    [{ value: [1, { a: [true, null] }] }, { value: [1, { a: [true, null] }] }],
    [{ struct: {} }, { struct: {} }],
    [
      { wrappedText: '', wrappedNumber: 0, wrappedFlag: false, wrappedBytes: '' },
      { wrappedText: '', wrappedNumber: '0', wrappedFlag: false, wrappedBytes: '' },
    ],
    [
      { any: { '@type': 'type.googleapis.com/shop.v1.Item', sku: 'tea' } },
      { any: { '@type': 'type.googleapis.com/shop.v1.Item', sku: 'tea', count: 0, parts: [] } },
    ],
    [
      { any: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '3s' } },
      { any: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '3s' } },
    ],
    [{ itemsByNumber: { '-4': { sku: 'x' } } }, { itemsByNumber: { '-4': { sku: 'x', count: 0, parts: [] } } }],
  ])('maps %j as the JSON mapping has it', (value, wanted) => {
    if (wanted === null) expect(() => roundTrip(value)).toThrow(UnfitError);
    else expect(roundTrip(value)).toMatchObject(wanted);
  });

  it('have what has no presence at its default, and leave the rest out', () => {
    expect(decodeMessage(types, 'shop.v1.Order', new Uint8Array(), 64)).toEqual({
      orderId: '',
      items: [],
      state: 'STATE_UNSPECIFIED',
      totalCents: '0',
      labels: {},
    });
    expect(roundTrip({ note: '', card: '' }, 'shop.v1.Order')).toMatchObject({ note: '', card: '' });
  });

  it.each([
    [{ anInt32: 2 ** 31 }, '/anInt32', 'must be from'],
    [{ anInt32: 1.5 }, '/anInt32', 'whole number'],
    [{ aUint64: '-1' }, '/aUint64', 'must be from'],
    [{ aFloat: 1e39 }, '/aFloat', 'too large'],
    [{ aBool: 'true' }, '/aBool', 'true or false'],
    [{ aString: '\ud800' }, '/aString', 'text'],
    [{ aBytes: 'a' }, '/aBytes', 'base64'],
    [{ aState: 'GONE' }, '/aState', 'OPEN'],
    [{ numbers: 3 }, '/numbers', 'list'],
    [{ numbers: [1, 'x'] }, '/numbers/1', 'whole number'],
    [{ itemsByNumber: { x: {} } }, '/itemsByNumber/x', 'whole number'],
    [{ itemsByNumber: { 1: { sku: 2 } } }, '/itemsByNumber/1/sku', 'text'],
    [{ item: [] }, '/item', 'object'],
    [{ colour: 1 }, '', '"colour"'],
    [{ aBool: true, a_bool: true }, '', 'two names'],
    [{ at: 'yesterday' }, '/at', 'date'],
    [{ during: '5' }, '/during', 'seconds'],
    [{ any: { '@type': 'x' } }, '/any/@type', 'type.googleapis.com'],
    [{ any: { '@type': 'a/b.C' } }, '/any', 'b.C'],
  ])('refuses %j with the place', (value, path, message) => {
    const thrown = (() => {
      try {
        return encodeMessage(types, everything, value);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(UnfitError);
    expect((thrown as UnfitError).path).toBe(path);
    expect((thrown as UnfitError).message).toContain(message);
    expect(() => encodeMessage(types, 'shop.v1.Order', { card: 'a', voucher: 'b' })).toThrow('only one');
  });

  it('keep no more of a repeated oneof than what came last, and put parts of a message together', () => {
    const order = encodeMessage(types, 'shop.v1.Order', { card: 'a' });
    const other = encodeMessage(types, 'shop.v1.Order', { voucher: 'b' });
    const merged = decodeMessage(types, 'shop.v1.Order', Buffer.concat([order, other]), 64);
    expect(merged).toMatchObject({ voucher: 'b' });
    expect(merged).not.toHaveProperty('card');
    const parts = [{ item: { sku: 'a' } }, { item: { count: 2 } }].map((it) => encodeMessage(types, everything, it));
    expect(decodeMessage(types, everything, Buffer.concat(parts), 64)).toMatchObject({ item: { sku: 'a', count: 2 } });
  });

  it('are read however lists are packed, and past fields that nobody knows', () => {
    const writer = new BinaryWriter();
    for (const value of [1, 2]) writer.tag(17, WireType.Varint).int32(value);
    writer.tag(999, WireType.LengthDelimited).string('unknown');
    writer.tag(13, WireType.Bit32).fixed32(1);
    expect(decodeMessage(types, everything, writer.finish(), 64)).toMatchObject({ numbers: [1, 2], aBool: false });
  });

  it('keep a member of a oneof when another one comes in a way that it is never written in', () => {
    const card = encodeMessage(types, 'shop.v1.Order', { card: 'a' });
    const voucher = types.messages.get('shop.v1.Order')?.fields.find((it) => it.name === 'voucher')?.number ?? 0;
    const odd = new BinaryWriter().tag(voucher, WireType.Varint).int32(1).finish();
    expect(decodeMessage(types, 'shop.v1.Order', Buffer.concat([card, odd]), 64)).toMatchObject({ card: 'a' });
    const text = encodeMessage(types, 'google.protobuf.Value', 'a');
    for (const [kind, wire] of [
      [1, WireType.Bit32],
      [2, WireType.Bit32],
      [3, WireType.Bit32],
      [4, WireType.Bit32],
    ] as const) {
      const wrong = new BinaryWriter().tag(kind, wire).fixed32(1).finish();
      expect(decodeMessage(types, 'google.protobuf.Value', Buffer.concat([text, wrong]), 64)).toBe('a');
    }
    const none = new BinaryWriter().tag(1, WireType.Varint).int32(0).finish();
    expect(decodeMessage(types, 'google.protobuf.Value', Buffer.concat([text, none]), 64)).toBeNull();
  });

  it('carry integers that a double cannot hold exactly, and refuse those beyond their type', () => {
    const values = { anInt64: '-9223372036854775808', aUint64: '18446744073709551615', aSfixed64: '9007199254740993' };
    expect(roundTrip(values)).toMatchObject(values);
    for (const value of ['9223372036854775808', 2 ** 63, '1e400'])
      expect(() => encodeMessage(types, everything, { anInt64: value })).toThrow(UnfitError);
  });

  it('cannot be nested without end, nor break the reader', () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { parts: [nested(levels - 1)] });
    expect(() => roundTrip({ item: nested(60) })).toThrow(TooDeepError);
    expect(() => encodeMessage(types, everything, { item: nested(200) })).toThrow(UnfitError);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        try {
          decodeMessage(types, everything, bytes, 64);
        } catch (error) {
          expect(error instanceof WireError || error instanceof TooDeepError).toBe(true);
        }
      }),
    );
  });
});

it('decodes large messages in steps, and small ones in one', () => {
  const stepsOf = (name: string, value: unknown): number => {
    const work = decodeMessageInSteps(types, name, encodeMessage(types, name, value), 64);
    let steps = 1;
    while (!work.next().done) steps += 1;
    return steps;
  };
  const numbers = Array.from({ length: 20_000 }, (_, at) => at);
  expect(stepsOf(everything, { numbers: [1, 2] })).toBe(1);
  expect(stepsOf(everything, { numbers })).toBeGreaterThan(35);
  const members = Object.fromEntries(numbers.map((at) => [`k${at}`, at]));
  expect(stepsOf('google.protobuf.Struct', members)).toBeGreaterThan(70);
  expect(stepsOf('google.protobuf.Value', numbers)).toBeGreaterThan(70);
});
