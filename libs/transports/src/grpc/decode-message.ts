import { ObjectBuilder, type Sliced } from '@assay/kernel';
import {
  type FieldShape,
  type MessageShape,
  mapEntryOf,
  type ProtoTypes,
  readMessage,
  WireError,
  WireReader,
  wrappedType,
} from '@assay/registry';
import type { DescMessage, MessageShape as MessageOf } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { AnySchema, DurationSchema, EmptySchema, FieldMaskSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { scalarOf } from './scalars.js';
import { writeDuration, writeFieldMask, writeTimestamp } from './well-known-values.js';

/** Says that a message is nested deeper than allowed. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
}

/**
 * The bytes of a message as a JSON value, by the JSON mapping of proto3. Fields without presence are there at their
 * default, so that a reader need not know it; fields that are not known are left out. Throws WireError for bytes that
 * are no such message, TooDeepError beyond `maxNesting` levels of objects and lists. In steps, since a large message takes
 * long; small ones take a single step.
 */
export const decodeMessageInSteps = (
  types: ProtoTypes,
  name: string,
  bytes: Uint8Array,
  maxNesting: number,
): Sliced<unknown> => new Decoding(types, maxNesting).message(name, bytes, 1);

/** Fields that are read in one step. */
const perStep = 512;

type Json = Record<string, unknown>;

/** What has come of one field while its message is read. */
interface Collected {
  readonly values: unknown[];
  /** Of a message that is not repeated: parts of it are put together. */
  readonly parts: Uint8Array[];
}

class Decoding {
  #fields = 0;

  constructor(
    private readonly types: ProtoTypes,
    private readonly maxNesting: number,
  ) {}

  *message(name: string, bytes: Uint8Array, depth: number): Sliced<unknown> {
    if (depth > this.maxNesting) throw new TooDeepError('The message is nested too deeply.');
    const wrapped = wrappedType(name);
    if (wrapped !== undefined) return yield* this.#wrapped(wrapped, bytes);
    const special = Object.hasOwn(specials, name) ? specials[name] : undefined;
    if (special !== undefined)
      // A Value is no level of its own: it is the object, list or scalar it holds.
      return yield* special(bytes, {
        message: (inner, it) => this.message(inner, it, inner === 'google.protobuf.Value' ? depth : depth + 1),
        isFull: () => this.#isFull(),
      });
    const shape = this.types.messages.get(name);
    if (shape === undefined) throw new WireError(`the type ${name} is not known`);
    return yield* this.#object(shape, yield* this.#collect(shape, bytes, depth), depth);
  }

  /** Counts a field; whether the step has done its part. */
  #isFull(): boolean {
    this.#fields += 1;
    return this.#fields % perStep === 0;
  }

  *#wrapped(type: NonNullable<ReturnType<typeof wrappedType>>, bytes: Uint8Array): Sliced<unknown> {
    const scalar = scalarOf(type);
    const reader = new WireReader(bytes);
    let value = scalar?.initial;
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.field === 1 && tag.type === scalar?.wire) value = reader.read(scalar.read);
      else reader.skip(tag);
      if (this.#isFull()) yield;
    }
    return value;
  }

  *#collect(shape: MessageShape, bytes: Uint8Array, depth: number): Sliced<Map<FieldShape, Collected>> {
    const byNumber = new Map(shape.fields.map((it) => [it.number, it]));
    const reader = new WireReader(bytes);
    const found = new Map<FieldShape, Collected>();
    while (!reader.done) {
      const tag = reader.tag();
      const field = byNumber.get(tag.field);
      if (field === undefined || !isWrittenAs(field, tag.type)) reader.skip(tag);
      else if (isMessage(field)) yield* this.#message(reader, field, collectedOf(found, field, shape), depth);
      else if (tag.type === wireOf(field)) collectedOf(found, field, shape).values.push(this.#scalar(reader, field));
      else yield* this.#packed(reader.message(), field, collectedOf(found, field, shape).values);
      if (this.#isFull()) yield;
    }
    return found;
  }

  *#message(reader: WireReader, field: FieldShape, { values, parts }: Collected, depth: number): Sliced<void> {
    const bytes = field.type === 'group' ? reader.group(field.number) : reader.message();
    if (field.label !== 'repeated') parts.push(bytes);
    else if (mapEntryOf(this.types, field) !== undefined) values.push(bytes);
    else values.push(yield* this.message(field.typeName, bytes, depth + 2));
  }

  *#packed(bytes: Uint8Array, field: FieldShape, values: unknown[]): Sliced<void> {
    for (const inside = new WireReader(bytes); !inside.done; ) {
      values.push(this.#scalar(inside, field));
      if (this.#isFull()) yield;
    }
  }

  #scalar(reader: WireReader, { type, typeName }: FieldShape): unknown {
    const scalar = scalarOf(type);
    if (scalar !== undefined) return reader.read(scalar.read);
    return this.#enumName(
      typeName,
      reader.read((it) => it.int32()),
    );
  }

  #enumName(name: string, number: number): unknown {
    if (name === 'google.protobuf.NullValue') return null;
    for (const [value, it] of this.types.enums.get(name)?.values ?? []) if (it === number) return value;
    return number;
  }

  *#object(shape: MessageShape, found: ReadonlyMap<FieldShape, Collected>, depth: number): Sliced<Json> {
    const members: [string, unknown][] = [];
    for (const field of shape.fields) {
      const collected = found.get(field);
      const value = collected === undefined ? this.#initial(field) : yield* this.#valueOf(field, collected, depth);
      if (value !== undefined) members.push([field.jsonName, value]);
    }
    return Object.fromEntries(members);
  }

  /** Undefined for a field that is left out when it is not set. */
  #initial(field: FieldShape): unknown {
    if (field.label === 'repeated') return mapEntryOf(this.types, field) === undefined ? [] : {};
    if (field.presence) return undefined;
    return field.type === 'enum' ? this.#enumName(field.typeName, 0) : scalarOf(field.type)?.initial;
  }

  *#valueOf(field: FieldShape, { values, parts }: Collected, depth: number): Sliced<unknown> {
    const entry = mapEntryOf(this.types, field);
    if (entry !== undefined) return yield* this.#map(entry, values as Uint8Array[], depth);
    if (field.label === 'repeated') return values;
    if (parts.length > 0) return yield* this.message(field.typeName, Buffer.concat(parts), depth + 1);
    return values.length === 0 ? this.#initial(field) : values.at(-1);
  }

  *#map(entry: MessageShape, entries: readonly Uint8Array[], depth: number): Sliced<Json> {
    const members = new ObjectBuilder();
    for (const bytes of entries) {
      const found = yield* this.#collect(entry, bytes, depth + 1);
      const key = yield* this.#half(entry, 1, found, depth + 1);
      members.put(String(key), yield* this.#half(entry, 2, found, depth + 1));
      if (this.#isFull()) yield;
    }
    return members.end();
  }

  /** The key or value of an entry; one that was not sent is at its default, a message too. */
  *#half(
    entry: MessageShape,
    number: number,
    found: ReadonlyMap<FieldShape, Collected>,
    depth: number,
  ): Sliced<unknown> {
    const field = entry.fields.find((it) => it.number === number);
    if (field === undefined) return undefined;
    const collected = found.get(field);
    const value = collected && (yield* this.#valueOf(field, collected, depth));
    if (value !== undefined) return value;
    if (field.type === 'message') return yield* this.message(field.typeName, new Uint8Array(), depth + 1);
    return field.type === 'enum' ? this.#enumName(field.typeName, 0) : scalarOf(field.type)?.initial;
  }
}

const isMessage = ({ type }: FieldShape): boolean => type === 'message' || type === 'group';

const wireOf = ({ type }: FieldShape): WireType => scalarOf(type)?.wire ?? WireType.Varint;

/**
 * Whether a field may stand on the wire in this way; in any other it is an unknown field, and leaves the other fields of
 * its oneof as they are.
 */
function isWrittenAs(field: FieldShape, wire: WireType): boolean {
  if (field.type === 'group') return wire === WireType.StartGroup;
  if (field.type === 'message') return wire === WireType.LengthDelimited;
  return wire === wireOf(field) || (field.label === 'repeated' && wire === WireType.LengthDelimited);
}

/** Of the fields of a `oneof` the last one on the wire counts. */
function collectedOf(found: Map<FieldShape, Collected>, field: FieldShape, shape: MessageShape): Collected {
  const former = found.get(field);
  if (former !== undefined) return former;
  if (field.oneof !== undefined) for (const other of shape.fields) if (other.oneof === field.oneof) found.delete(other);
  const collected: Collected = { values: [], parts: [] };
  found.set(field, collected);
  return collected;
}

interface Decode {
  message(name: string, bytes: Uint8Array): Sliced<unknown>;
  /** Counts a field; whether the step has done its part. */
  isFull(): boolean;
}

type Special = (bytes: Uint8Array, decode: Decode) => Sliced<unknown>;

/** The messages of the field 1, which is repeated; other fields are left out. */
function* repeated(bytes: Uint8Array, { isFull }: Decode, each: (it: Uint8Array) => Sliced<void>): Sliced<void> {
  for (const reader = new WireReader(bytes); !reader.done; ) {
    const tag = reader.tag();
    if (tag.field === 1 && tag.type === WireType.LengthDelimited) yield* each(reader.message());
    else reader.skip(tag);
    if (isFull()) yield;
  }
}

/** A member of a Struct, with its value as it came. */
function structEntry(bytes: Uint8Array): { readonly key: string; readonly value: Uint8Array } {
  let key = '';
  let value: Uint8Array = new Uint8Array();
  for (const reader = new WireReader(bytes); !reader.done; ) {
    const tag = reader.tag();
    if (tag.type !== WireType.LengthDelimited || tag.field > 2) reader.skip(tag);
    else if (tag.field === 1) key = reader.read((it) => it.string());
    else value = reader.message();
  }
  return { key, value };
}

const struct: Special = function* (bytes, decode) {
  const members = new ObjectBuilder();
  yield* repeated(bytes, decode, function* (it) {
    const { key, value } = structEntry(it);
    members.put(key, yield* decode.message('google.protobuf.Value', value));
  });
  return members.end();
};

const list: Special = function* (bytes, decode) {
  const items: unknown[] = [];
  yield* repeated(bytes, decode, function* (it) {
    items.push(yield* decode.message('google.protobuf.Value', it));
  });
  return items;
};

/** How each kind of a Value stands on the wire, by its field; one that stands there in another way is unknown. */
const valueKinds: Readonly<Record<number, WireType>> = {
  1: WireType.Varint,
  2: WireType.Bit64,
  3: WireType.LengthDelimited,
  4: WireType.Varint,
  5: WireType.LengthDelimited,
  6: WireType.LengthDelimited,
};

/** The kind that came last counts; a value of no kind is null. */
const anything: Special = function* (bytes, decode) {
  const reader = new WireReader(bytes);
  let value: unknown = null;
  while (!reader.done) {
    const tag = reader.tag();
    if (valueKinds[tag.field] === tag.type) value = yield* valueOfKind(tag.field, reader, decode);
    else reader.skip(tag);
    if (decode.isFull()) yield;
  }
  return value;
};

function* valueOfKind(kind: number, reader: WireReader, decode: Decode): Sliced<unknown> {
  if (kind === 5) return yield* decode.message('google.protobuf.Struct', reader.message());
  if (kind === 6) return yield* decode.message('google.protobuf.ListValue', reader.message());
  return reader.read((it) => {
    if (kind === 2) return scalarOf('double')?.read(it);
    if (kind === 3) return it.string();
    if (kind === 4) return it.bool();
    it.int32();
    return null;
  });
}

/** A message whose type is not known here is given as the bytes it came in. */
const any: Special = function* (message, decode) {
  const { typeUrl: url, value: bytes } = readMessage(AnySchema, message);
  const name = url.slice(url.lastIndexOf('/') + 1);
  let value: unknown;
  try {
    value = yield* decode.message(name, bytes);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { '@type': url, value: Buffer.from(bytes).toString('base64') };
  }
  const isSpecial = Object.hasOwn(specials, name) || wrappedType(name) !== undefined;
  return isSpecial ? { '@type': url, value } : { '@type': url, ...(value as Json) };
};

const whole = <Desc extends DescMessage>(schema: Desc, write: (message: MessageOf<Desc>) => unknown): Special =>
  // biome-ignore lint/correctness/useYield: a few fields are one step
  function* (bytes) {
    return write(readMessage(schema, bytes));
  };

const specials: Readonly<Record<string, Special>> = {
  'google.protobuf.Timestamp': whole(TimestampSchema, writeTimestamp),
  'google.protobuf.Duration': whole(DurationSchema, writeDuration),
  'google.protobuf.FieldMask': whole(FieldMaskSchema, ({ paths }) => writeFieldMask(paths)),
  'google.protobuf.Struct': struct,
  'google.protobuf.Value': anything,
  'google.protobuf.ListValue': list,
  'google.protobuf.Any': any,
  'google.protobuf.Empty': whole(EmptySchema, () => ({})),
};
