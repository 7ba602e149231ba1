import { type FieldType, type WireReader, wireTypes } from '@assay/registry';
import { UnfitError } from './unfit.js';
import type { WireWriter } from './wire-writer.js';

/** How a scalar type stands on the wire and in JSON (proto3 JSON mapping). */
interface Scalar {
  readonly wire: (typeof wireTypes)[keyof typeof wireTypes];
  write(writer: WireWriter, value: unknown): void;
  read(reader: WireReader): unknown;
  /** What a field without presence has when nothing was sent. */
  readonly initial: unknown;
}

const unfit = (message: string): never => {
  throw new UnfitError('', message);
};

/** An integer between two bounds, as a number or as text; decimals and exponents are taken when they come out whole. */
function integer(value: unknown, least: bigint, most: bigint): bigint {
  const text = typeof value === 'string' ? value.trim() : '';
  const parsed = /^-?\d{1,20}$/.test(text)
    ? BigInt(text)
    : wholeOf(typeof value === 'number' ? value : textNumber(text));
  if (parsed === undefined) return unfit('must be a whole number');
  return parsed < least || parsed > most ? unfit(`must be from ${least} to ${most}`) : parsed;
}

const textNumber = (text: string): number =>
  /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;

const wholeOf = (value: number): bigint | undefined => (Number.isInteger(value) ? BigInt(value) : undefined);

function floating(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
  const number = typeof value === 'string' ? textNumber(value.trim()) : Number.NaN;
  return Number.isNaN(number) ? unfit('must be a number, "NaN", "Infinity" or "-Infinity"') : number;
}

const shownFloat = (value: number): unknown => (Number.isFinite(value) ? value : String(value));

/** The shortest decimal that is the same number in 32 bits, as 0.1 rather than 0.10000000149011612. */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n);
const unzigzag = (value: bigint): bigint => (value & 1n ? -(value >> 1n) - 1n : value >> 1n);

const int32 = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const uint32 = [0n, 2n ** 32n - 1n] as const;
const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const uint64 = [0n, 2n ** 64n - 1n] as const;

type Bounds = readonly [least: bigint, most: bigint];

/** Integers as varints: `encode` and `decode` are zigzag for the `sint` types. */
function varints(bounds: Bounds, is64: boolean, decode: (value: bigint) => bigint, encode = (value: bigint) => value) {
  const read = (reader: WireReader) => decode(reader.varint());
  const scalar: Scalar = {
    wire: wireTypes.varint,
    write: (writer, value) => writer.varint(encode(integer(value, ...bounds))),
    read: is64 ? (reader) => String(read(reader)) : (reader) => Number(read(reader)),
    initial: is64 ? '0' : 0,
  };
  return scalar;
}

const fixed32s = (bounds: Bounds, decode: (value: number) => number): Scalar => ({
  wire: wireTypes.fixed32,
  write: (writer, value) => writer.fixed32(Number(integer(value, ...bounds))),
  read: (reader) => decode(reader.fixed32()),
  initial: 0,
});

const fixed64s = (bounds: Bounds, decode: (value: bigint) => bigint): Scalar => ({
  wire: wireTypes.fixed64,
  write: (writer, value) => writer.fixed64(integer(value, ...bounds)),
  read: (reader) => String(decode(reader.fixed64())),
  initial: '0',
});

const utf8 = new TextDecoder('utf-8');

/** Base64 in either alphabet, with or without padding. */
function bytesOf(value: unknown): Buffer {
  if (
    typeof value === 'string' &&
    /^[A-Za-z0-9+/_-]*={0,2}$/.test(value) &&
    value.replace(/={1,2}$/, '').length % 4 !== 1
  )
    return Buffer.from(value, 'base64');
  return unfit('must be bytes in base64');
}

const scalars: Readonly<Record<Exclude<FieldType, 'none' | 'group' | 'message' | 'enum'>, Scalar>> = {
  double: {
    wire: wireTypes.fixed64,
    write: (writer, value) => writer.double(floating(value)),
    read: (reader) => shownFloat(reader.double()),
    initial: 0,
  },
  float: {
    wire: wireTypes.fixed32,
    write: (writer, value) => {
      const number = floating(value);
      if (Number.isFinite(number) && !Number.isFinite(Math.fround(number))) unfit('is too large for 32 bits');
      writer.float(number);
    },
    read: (reader) => {
      const value = reader.float();
      return Number.isFinite(value) ? shortest(value) : String(value);
    },
    initial: 0,
  },
  int64: varints(int64, true, (it) => BigInt.asIntN(64, it)),
  uint64: varints(uint64, true, (it) => it),
  int32: varints(int32, false, (it) => BigInt.asIntN(32, it)),
  uint32: varints(uint32, false, (it) => BigInt.asUintN(32, it)),
  sint32: varints(int32, false, (it) => BigInt.asIntN(32, unzigzag(BigInt.asUintN(32, it))), zigzag),
  sint64: varints(int64, true, unzigzag, zigzag),
  fixed32: fixed32s(uint32, (it) => it),
  sfixed32: fixed32s(int32, (it) => it | 0),
  fixed64: fixed64s(uint64, (it) => it),
  sfixed64: fixed64s(int64, (it) => BigInt.asIntN(64, it)),
  bool: {
    wire: wireTypes.varint,
    write: (writer, value) =>
      writer.varint(typeof value === 'boolean' ? BigInt(value) : unfit('must be true or false')),
    read: (reader) => reader.varint() !== 0n,
    initial: false,
  },
  string: {
    wire: wireTypes.bytes,
    write: (writer, value) => {
      if (typeof value !== 'string' || !value.isWellFormed()) return unfit('must be text');
      writer.bytes(Buffer.from(value));
    },
    read: (reader) => utf8.decode(reader.bytes()),
    initial: '',
  },
  bytes: {
    wire: wireTypes.bytes,
    write: (writer, value) => writer.bytes(bytesOf(value)),
    read: (reader) => Buffer.from(reader.bytes()).toString('base64'),
    initial: '',
  },
};

/** How a scalar type is written and read; undefined for messages and enums. */
export const scalarOf = (type: FieldType): Scalar | undefined =>
  Object.hasOwn(scalars, type) ? scalars[type as keyof typeof scalars] : undefined;
