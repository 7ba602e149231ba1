import { isObject } from '@assay/kernel';
import {
  type FieldShape,
  type MessageShape,
  mapEntryOf,
  type ProtoTypes,
  wireTypes,
  wrappedType,
} from '@assay/registry';
import { scalarOf } from './scalars.js';
import { below, UnfitError } from './unfit.js';
import { type Moment, readDuration, readFieldMask, readTimestamp } from './well-known-values.js';
import { WireWriter } from './wire-writer.js';

const deepest = 100;

/**
 * A JSON value as the bytes of a message, by the JSON mapping of proto3: fields by their JSON or original name, null for
 * a field that is not set. Throws UnfitError, with the place, for what is no value of the message.
 */
export function encodeMessage(types: ProtoTypes, name: string, value: unknown): Buffer {
  return new Encoding(types).message(name, value, 0);
}

class Encoding {
  constructor(private readonly types: ProtoTypes) {}

  message(name: string, value: unknown, depth: number): Buffer {
    if (depth > deepest) throw new UnfitError('', `is nested deeper than ${deepest} levels`);
    const writer = new WireWriter();
    if (!this.#wellKnown(writer, name, value, depth)) this.#fields(writer, name, value, depth);
    return writer.finish();
  }

  #fields(writer: WireWriter, name: string, value: unknown, depth: number): void {
    const shape = this.types.messages.get(name);
    if (shape === undefined) throw new UnfitError('', `is of the type ${name}, which nothing describes`);
    if (!isObject(value)) throw new UnfitError('', 'must be an object');
    const given = givenFields(shape, value);
    refuseTwoOfOne(given);
    for (const field of shape.fields) {
      const entry = given.get(field);
      if (entry !== undefined) below(entry.key, () => this.#field(writer, field, entry.value, depth));
      else if (field.label === 'required') throw new UnfitError(`/${field.jsonName}`, 'is required');
    }
  }

  #field(writer: WireWriter, field: FieldShape, value: unknown, depth: number): void {
    const entry = mapEntryOf(this.types, field);
    if (entry !== undefined) this.#map(writer, field, entry, value, depth);
    else if (field.label !== 'repeated') this.#single(writer, field, value, depth);
    else if (!Array.isArray(value)) throw new UnfitError('', 'must be a list');
    else if (field.packed) this.#packed(writer, field, value, depth);
    else for (const [index, it] of value.entries()) below(index, () => this.#single(writer, field, it, depth));
  }

  #packed(writer: WireWriter, field: FieldShape, values: readonly unknown[], depth: number): void {
    if (values.length === 0) return;
    const inside = new WireWriter();
    for (const [index, it] of values.entries()) below(index, () => this.#value(inside, field, it, depth));
    writer.tag(field.number, wireTypes.bytes);
    writer.bytes(inside.finish());
  }

  #single(writer: WireWriter, field: FieldShape, value: unknown, depth: number): void {
    const { number, type, typeName } = field;
    if (type === 'group') {
      writer.tag(number, wireTypes.groupStart);
      writer.raw(this.message(typeName, value, depth + 1));
      writer.tag(number, wireTypes.groupEnd);
      return;
    }
    writer.tag(number, type === 'message' ? wireTypes.bytes : (scalarOf(type)?.wire ?? wireTypes.varint));
    this.#value(writer, field, value, depth);
  }

  /** Without the tag. */
  #value(writer: WireWriter, { type, typeName }: FieldShape, value: unknown, depth: number): void {
    if (type === 'message') writer.bytes(this.message(typeName, value, depth + 1));
    else if (type === 'enum') writer.varint(this.#enumNumber(typeName, value));
    else scalarOf(type)?.write(writer, value);
  }

  /** By name or number. */
  #enumNumber(name: string, value: unknown): bigint {
    if (name === 'google.protobuf.NullValue') return 0n;
    const values = this.types.enums.get(name)?.values ?? new Map<string, number>();
    const number = typeof value === 'string' ? values.get(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 2 ** 31) return BigInt(number);
    throw new UnfitError('', `must be one of ${[...values.keys()].slice(0, 20).join(', ')}`);
  }

  #map(writer: WireWriter, field: FieldShape, entry: MessageShape, value: unknown, depth: number): void {
    if (!isObject(value)) throw new UnfitError('', 'must be an object');
    const [keys, values] = [1, 2].map((number) => entry.fields.find((it) => it.number === number));
    if (keys === undefined || values === undefined) throw new UnfitError('', 'is a map without keys and values');
    for (const [key, it] of Object.entries(value)) {
      const inside = new WireWriter();
      below(key, () => {
        this.#single(inside, keys, keys.type === 'bool' ? key === 'true' || (key !== 'false' && key) : key, depth + 1);
        this.#single(inside, values, it, depth + 1);
      });
      writer.tag(field.number, wireTypes.bytes);
      writer.bytes(inside.finish());
    }
  }

  /** Writes a message that has a JSON form of its own; false for any other. */
  #wellKnown(writer: WireWriter, name: string, value: unknown, depth: number): boolean {
    const wrapped = wrappedType(name);
    if (wrapped !== undefined) {
      const scalar = scalarOf(wrapped);
      writer.tag(1, scalar?.wire ?? wireTypes.varint);
      scalar?.write(writer, value);
      return true;
    }
    const write = Object.hasOwn(specials, name) ? specials[name] : undefined;
    if (write === undefined) return false;
    write(writer, value, (inner, it) => this.message(inner, it, depth + 1));
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

type Special = (writer: WireWriter, value: unknown, encode: (name: string, value: unknown) => Buffer) => void;

const moment = (writer: WireWriter, { seconds, nanos }: Moment) => {
  writer.tag(1, wireTypes.varint);
  writer.varint(seconds);
  writer.tag(2, wireTypes.varint);
  writer.varint(BigInt(nanos));
};

const inside = (writer: WireWriter, field: number, bytes: Buffer) => {
  writer.tag(field, wireTypes.bytes);
  writer.bytes(bytes);
};

const struct: Special = (writer, value, encode) => {
  if (!isObject(value)) throw new UnfitError('', 'must be an object');
  for (const [key, it] of Object.entries(value)) {
    const entry = new WireWriter();
    entry.text(1, key);
    inside(
      entry,
      2,
      below(key, () => encode('google.protobuf.Value', it)),
    );
    inside(writer, 1, entry.finish());
  }
};

const list: Special = (writer, value, encode) => {
  if (!Array.isArray(value)) throw new UnfitError('', 'must be a list');
  for (const [index, it] of value.entries())
    inside(
      writer,
      1,
      below(index, () => encode('google.protobuf.Value', it)),
    );
};

const anything: Special = (writer, value, encode) => {
  if (Array.isArray(value)) return inside(writer, 6, encode('google.protobuf.ListValue', value));
  if (isObject(value)) return inside(writer, 5, encode('google.protobuf.Struct', value));
  if (typeof value === 'string') return writer.text(3, value);
  if (typeof value === 'number') {
    writer.tag(2, wireTypes.fixed64);
    return writer.double(value);
  }
  writer.tag(typeof value === 'boolean' ? 4 : 1, wireTypes.varint);
  writer.varint(value === true ? 1n : 0n);
};

/** The message that `@type` names; one with a JSON form of its own stands under `value`. */
const any: Special = (writer, value, encode) => {
  const { '@type': url, ...members } = isObject(value) ? value : {};
  if (typeof url !== 'string' || !url.includes('/'))
    throw new UnfitError('/@type', 'must name the type, as in type.googleapis.com/shop.v1.Order');
  const name = url.slice(url.lastIndexOf('/') + 1);
  const special = Object.hasOwn(specials, name) || wrappedType(name) !== undefined;
  writer.text(1, url);
  inside(writer, 2, encode(name, special ? members.value : members));
};

const specials: Readonly<Record<string, Special>> = {
  'google.protobuf.Timestamp': (writer, value) => moment(writer, readTimestamp(value)),
  'google.protobuf.Duration': (writer, value) => moment(writer, readDuration(value)),
  'google.protobuf.FieldMask': (writer, value) => {
    for (const path of readFieldMask(value)) writer.text(1, path);
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
