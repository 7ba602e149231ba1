import { isObject } from '@assay/kernel';
import { type FieldShape, type MessageShape, mapEntryOf, type ProtoTypes, wrappedType } from '@assay/registry';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { scalarOf } from './scalars.js';
import { below, UnfitError } from './unfit.js';
import { type Moment, readDuration, readFieldMask, readTimestamp } from './well-known-values.js';

const maxDepth = 100;

/**
 * A JSON value as the bytes of a message, by the JSON mapping of proto3: fields by their JSON or original name, null for
 * a field that is not set. Throws UnfitError, with the place, for what is no value of the message.
 */
export function encodeMessage(types: ProtoTypes, name: string, value: unknown): Buffer {
  const writer = new BinaryWriter();
  new Encoding(types, writer).message(name, value, 0);
  const bytes = writer.finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

class Encoding {
  constructor(
    private readonly types: ProtoTypes,
    private readonly writer: BinaryWriter,
  ) {}

  message(name: string, value: unknown, depth: number): void {
    if (depth > maxDepth) throw new UnfitError('', `is nested deeper than ${maxDepth} levels`);
    if (!this.#wellKnown(name, value, depth)) this.#fields(name, value, depth);
  }

  #fields(name: string, value: unknown, depth: number): void {
    const shape = this.types.messages.get(name);
    if (shape === undefined) throw new UnfitError('', `is of the type ${name}, which nothing describes`);
    if (!isObject(value)) throw new UnfitError('', 'must be an object');
    const given = givenFields(shape, value);
    refuseTwoOfOne(given);
    for (const field of shape.fields) {
      const entry = given.get(field);
      if (entry !== undefined) below(entry.key, () => this.#field(field, entry.value, depth));
      else if (field.label === 'required') throw new UnfitError(`/${field.jsonName}`, 'is required');
    }
  }

  #field(field: FieldShape, value: unknown, depth: number): void {
    const entry = mapEntryOf(this.types, field);
    if (entry !== undefined) this.#map(field, entry, value, depth);
    else if (field.label !== 'repeated') this.#single(field, value, depth);
    else if (!Array.isArray(value)) throw new UnfitError('', 'must be a list');
    else if (field.packed) this.#packed(field, value);
    else for (const [index, it] of value.entries()) below(index, () => this.#single(field, it, depth));
  }

  #packed(field: FieldShape, values: readonly unknown[]): void {
    if (values.length === 0) return;
    lengthDelimited(this.writer, field.number, () => {
      for (const [index, it] of values.entries()) below(index, () => this.#value(field, it));
    });
  }

  #single(field: FieldShape, value: unknown, depth: number): void {
    const { number, type, typeName } = field;
    if (type === 'group') {
      this.writer.tag(number, WireType.StartGroup);
      this.message(typeName, value, depth + 1);
      this.writer.tag(number, WireType.EndGroup);
    } else if (type === 'message') lengthDelimited(this.writer, number, () => this.message(typeName, value, depth + 1));
    else {
      this.writer.tag(number, scalarOf(type)?.wire ?? WireType.Varint);
      this.#value(field, value);
    }
  }

  /** A scalar or enum, without the tag. */
  #value({ type, typeName }: FieldShape, value: unknown): void {
    if (type === 'enum') this.writer.int32(this.#enumNumber(typeName, value));
    else scalarOf(type)?.write(this.writer, value);
  }

  /** By name or number. */
  #enumNumber(name: string, value: unknown): number {
    if (name === 'google.protobuf.NullValue') return 0;
    const values = this.types.enums.get(name)?.values ?? new Map<string, number>();
    const number = typeof value === 'string' ? values.get(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 2 ** 31) return number;
    throw new UnfitError('', `must be one of ${[...values.keys()].slice(0, 20).join(', ')}`);
  }

  #map(field: FieldShape, entry: MessageShape, value: unknown, depth: number): void {
    if (!isObject(value)) throw new UnfitError('', 'must be an object');
    const [keys, values] = [1, 2].map((number) => entry.fields.find((it) => it.number === number));
    if (keys === undefined || values === undefined) throw new UnfitError('', 'is a map without keys and values');
    for (const [key, it] of Object.entries(value))
      lengthDelimited(this.writer, field.number, () =>
        below(key, () => {
          this.#single(keys, keys.type === 'bool' ? key === 'true' || (key !== 'false' && key) : key, depth + 1);
          this.#single(values, it, depth + 1);
        }),
      );
  }

  /** Writes a message that has a JSON form of its own; false for any other. */
  #wellKnown(name: string, value: unknown, depth: number): boolean {
    const wrapped = wrappedType(name);
    if (wrapped !== undefined) {
      const scalar = scalarOf(wrapped);
      this.writer.tag(1, scalar?.wire ?? WireType.Varint);
      scalar?.write(this.writer, value);
      return true;
    }
    const write = Object.hasOwn(specials, name) ? specials[name] : undefined;
    if (write === undefined) return false;
    write(this.writer, value, (inner, it) => this.message(inner, it, depth + 1));
    return true;
  }
}

interface Given {
  readonly key: string;
  readonly value: unknown;
}

/** The fields that have a value; null is none, save where null itself is a value. */
function givenFields(shape: MessageShape, value: Readonly<Record<string, unknown>>): Map<FieldShape, Given> {
  const byName = new Map<string, FieldShape>();
  for (const field of shape.fields) byName.set(field.name, field);
  for (const field of shape.fields) byName.set(field.jsonName, field);
  const given = new Map<FieldShape, Given>();
  for (const [key, it] of Object.entries(value)) {
    const field = byName.get(key);
    if (field === undefined) throw new UnfitError('', `has the member "${key}", which ${shape.name} has no field for`);
    if (given.has(field)) throw new UnfitError('', `has the field "${field.jsonName}" under two names`);
    const nullIsValue = field.typeName === 'google.protobuf.Value' || field.typeName === 'google.protobuf.NullValue';
    if (it !== undefined && (it !== null || (nullIsValue && field.label !== 'repeated')))
      given.set(field, { key, value: it });
  }
  return given;
}

function refuseTwoOfOne(given: ReadonlyMap<FieldShape, Given>): void {
  const chosen = new Map<string, string>();
  for (const { oneof, jsonName } of given.keys()) {
    if (oneof === undefined) continue;
    const other = chosen.get(oneof);
    if (other !== undefined)
      throw new UnfitError('', `has both "${other}" and "${jsonName}", of which only one may be given`);
    chosen.set(oneof, jsonName);
  }
}

type Special = (writer: BinaryWriter, value: unknown, encode: (name: string, value: unknown) => void) => void;

function lengthDelimited(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write();
  writer.join();
}

const text = (writer: BinaryWriter, field: number, value: string) =>
  writer.tag(field, WireType.LengthDelimited).string(value);

const moment = (writer: BinaryWriter, { seconds, nanos }: Moment) =>
  writer.tag(1, WireType.Varint).int64(seconds).tag(2, WireType.Varint).int32(nanos);

const struct: Special = (writer, value, encode) => {
  if (!isObject(value)) throw new UnfitError('', 'must be an object');
  for (const [key, it] of Object.entries(value))
    lengthDelimited(writer, 1, () => {
      text(writer, 1, key);
      lengthDelimited(writer, 2, () => below(key, () => encode('google.protobuf.Value', it)));
    });
};

const list: Special = (writer, value, encode) => {
  if (!Array.isArray(value)) throw new UnfitError('', 'must be a list');
  for (const [index, it] of value.entries())
    lengthDelimited(writer, 1, () => below(index, () => encode('google.protobuf.Value', it)));
};

const anything: Special = (writer, value, encode) => {
  if (Array.isArray(value)) lengthDelimited(writer, 6, () => encode('google.protobuf.ListValue', value));
  else if (isObject(value)) lengthDelimited(writer, 5, () => encode('google.protobuf.Struct', value));
  else if (typeof value === 'string') text(writer, 3, value);
  else if (typeof value === 'number') writer.tag(2, WireType.Bit64).double(value);
  else if (typeof value === 'boolean') writer.tag(4, WireType.Varint).bool(value);
  else writer.tag(1, WireType.Varint).int32(0);
};

/** The message that `@type` names; one with a JSON form of its own stands under `value`. */
const any: Special = (writer, value, encode) => {
  const { '@type': url, ...members } = isObject(value) ? value : {};
  if (typeof url !== 'string' || !url.includes('/'))
    throw new UnfitError('/@type', 'must name the type, as in type.googleapis.com/shop.v1.Order');
  const name = url.slice(url.lastIndexOf('/') + 1);
  const special = Object.hasOwn(specials, name) || wrappedType(name) !== undefined;
  text(writer, 1, url);
  lengthDelimited(writer, 2, () => encode(name, special ? members.value : members));
};

const specials: Readonly<Record<string, Special>> = {
  'google.protobuf.Timestamp': (writer, value) => moment(writer, readTimestamp(value)),
  'google.protobuf.Duration': (writer, value) => moment(writer, readDuration(value)),
  'google.protobuf.FieldMask': (writer, value) => {
    for (const path of readFieldMask(value)) text(writer, 1, path);
  },
  'google.protobuf.Struct': struct,
  'google.protobuf.Value': anything,
  'google.protobuf.ListValue': list,
  'google.protobuf.Any': any,
  'google.protobuf.Empty': (_writer, value) => {
    if (!isObject(value) || Object.keys(value).length > 0)
      throw new UnfitError('', 'must be an object without members');
  },
};
