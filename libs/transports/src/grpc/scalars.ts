import type { FieldType } from '@assay/registry';
import { type BinaryReader, type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { UnfitError } from './unfit.js';

/** How a scalar type stands on the wire and in JSON (proto3 JSON mapping). */
interface Scalar {
  readonly wire: WireType;
  write(writer: BinaryWriter, value: unknown): void;
  read(reader: BinaryReader): unknown;
  /** What a field without presence has when nothing was sent. */
  readonly initial: unknown;
}

const unfit = (message: string): never => {
  throw new UnfitError('', message);
};

/** An integer between two bounds, as a number or as text; decimals and exponents are taken when they come out whole. */
function integer(value: unknown, min: bigint, max: bigint): bigint {
  const text = typeof value === 'string' ? value.trim() : '';
  const parsed = /^-?\d{1,20}$/.test(text)
    ? BigInt(text)
    : wholeOf(typeof value === 'number' ? value : textNumber(text));
  if (parsed === undefined) return unfit('must be a whole number');
  return parsed < min || parsed > max ? unfit(`must be from ${min} to ${max}`) : parsed;
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

const int32 = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const uint32 = [0n, 2n ** 32n - 1n] as const;
const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const uint64 = [0n, 2n ** 64n - 1n] as const;

type Bounds = readonly [min: bigint, max: bigint];

type Int32 = 'int32' | 'uint32' | 'sint32' | 'fixed32' | 'sfixed32';
type Int64 = 'int64' | 'uint64' | 'sint64' | 'fixed64' | 'sfixed64';

/** An integer that every double holds; it is a number in JSON. */
const int32s = (kind: Int32, wire: WireType, bounds: Bounds): Scalar => ({
  wire,
  write: (writer, value) => writer[kind](Number(integer(value, ...bounds))),
  read: (reader) => reader[kind](),
  initial: 0,
});

/** An integer that a double may not hold; it is text in JSON. */
const int64s = (kind: Int64, wire: WireType, bounds: Bounds): Scalar => ({
  wire,
  write: (writer, value) => writer[kind](integer(value, ...bounds)),
  read: (reader) => String(reader[kind]()),
  initial: '0',
});

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
    wire: WireType.Bit64,
    write: (writer, value) => writer.double(floating(value)),
    read: (reader) => shownFloat(reader.double()),
    initial: 0,
  },
  float: {
    wire: WireType.Bit32,
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
  int64: int64s('int64', WireType.Varint, int64),
  uint64: int64s('uint64', WireType.Varint, uint64),
  int32: int32s('int32', WireType.Varint, int32),
  uint32: int32s('uint32', WireType.Varint, uint32),
  sint32: int32s('sint32', WireType.Varint, int32),
  sint64: int64s('sint64', WireType.Varint, int64),
  fixed32: int32s('fixed32', WireType.Bit32, uint32),
  sfixed32: int32s('sfixed32', WireType.Bit32, int32),
  fixed64: int64s('fixed64', WireType.Bit64, uint64),
  sfixed64: int64s('sfixed64', WireType.Bit64, int64),
  bool: {
    wire: WireType.Varint,
    write: (writer, value) => writer.bool(typeof value === 'boolean' ? value : unfit('must be true or false')),
    read: (reader) => reader.bool(),
    initial: false,
  },
  string: {
    wire: WireType.LengthDelimited,
    write: (writer, value) => {
      if (typeof value !== 'string' || !value.isWellFormed()) return unfit('must be text');
      writer.string(value);
    },
    read: (reader) => reader.string(),
    initial: '',
  },
  bytes: {
    wire: WireType.LengthDelimited,
    write: (writer, value) => writer.bytes(bytesOf(value)),
    read: (reader) => Buffer.from(reader.bytes()).toString('base64'),
    initial: '',
  },
};

/** How a scalar type is written and read; undefined for messages and enums. */
export const scalarOf = (type: FieldType): Scalar | undefined =>
  Object.hasOwn(scalars, type) ? scalars[type as keyof typeof scalars] : undefined;
