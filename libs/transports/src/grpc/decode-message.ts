import {
  type FieldShape,
  type MessageShape,
  mapEntryOf,
  type ProtoTypes,
  WireError,
  WireFields,
  WireReader,
  wireTypes,
  wrappedType,
} from '@assay/registry';
import { scalarOf } from './scalars.js';
import { type Moment, writeDuration, writeFieldMask, writeTimestamp } from './well-known-values.js';

/** Says that a message is nested deeper than allowed. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
}

/**
 * The bytes of a message as a JSON value, by the JSON mapping of proto3. Fields without presence are there at their
 * default, so that a reader need not know it; fields that are not known are left out. Throws WireError for bytes that
 * are no such message, TooDeepError beyond `maxNesting` levels of objects and lists.
 */
export function decodeMessage(types: ProtoTypes, name: string, bytes: Uint8Array, maxNesting: number): unknown {
  return new Decoding(types, maxNesting).message(name, bytes, 1);
}

type Json = Record<string, unknown>;

/** What has come of one field while its message is read. */
interface Collected {
  readonly values: unknown[];
  /** Of a message that is not repeated: parts of it are put together. */
  readonly parts: Uint8Array[];
}

class Decoding {
  constructor(
    private readonly types: ProtoTypes,
    private readonly maxNesting: number,
  ) {}

  message(name: string, bytes: Uint8Array, depth: number): unknown {
    if (depth > this.maxNesting) throw new TooDeepError('The message is nested too deeply.');
    const wrapped = wrappedType(name);
    if (wrapped !== undefined) return this.#wrapped(wrapped, bytes);
    const special = Object.hasOwn(specials, name) ? specials[name] : undefined;
    if (special !== undefined)
      // A Value is no level of its own: it is the object, list or scalar it holds.
      return special(new WireFields(bytes), bytes, (inner, it) =>
        this.message(inner, it, inner === 'google.protobuf.Value' ? depth : depth + 1),
      );
    const shape = this.types.messages.get(name);
    if (shape === undefined) throw new WireError(`the type ${name} is not known`);
    return this.#object(shape, this.#collect(shape, bytes, depth), depth);
  }

  #wrapped(type: NonNullable<ReturnType<typeof wrappedType>>, bytes: Uint8Array): unknown {
    const scalar = scalarOf(type);
    const reader = new WireReader(bytes);
    let value = scalar?.initial;
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.field === 1 && tag.type === scalar?.wire) value = scalar.read(reader);
      else reader.skip(tag);
    }
    return value;
  }

  #collect(shape: MessageShape, bytes: Uint8Array, depth: number): Map<FieldShape, Collected> {
    const byNumber = new Map(shape.fields.map((it) => [it.number, it]));
    const reader = new WireReader(bytes);
    const found = new Map<FieldShape, Collected>();
    while (!reader.done) {
      const tag = reader.tag();
      const field = byNumber.get(tag.field);
      if (field === undefined || !this.#read(reader, field, tag, collectedOf(found, field, shape), depth))
        reader.skip(tag);
    }
    return found;
  }

  /** Reads one occurrence of a field; false when it stands on the wire in a way that is none of its type's. */
  #read(
    reader: WireReader,
    field: FieldShape,
    tag: { readonly field: number; readonly type: number },
    { values, parts }: Collected,
    depth: number,
  ): boolean {
    if (field.type === 'message' || field.type === 'group') {
      if (tag.type !== (field.type === 'group' ? wireTypes.groupStart : wireTypes.bytes)) return false;
      const bytes = field.type === 'group' ? reader.group(tag.field) : reader.bytes();
      if (field.label !== 'repeated') parts.push(bytes);
      else if (mapEntryOf(this.types, field) === undefined) values.push(this.message(field.typeName, bytes, depth + 2));
      else values.push(bytes);
      return true;
    }
    const wire = scalarOf(field.type)?.wire ?? wireTypes.varint;
    if (tag.type === wire) values.push(this.#scalar(reader, field));
    else if (tag.type !== wireTypes.bytes || field.label !== 'repeated') return false;
    else for (const inside = new WireReader(reader.bytes()); !inside.done; ) values.push(this.#scalar(inside, field));
    return true;
  }

  #scalar(reader: WireReader, { type, typeName }: FieldShape): unknown {
    const scalar = scalarOf(type);
    if (scalar !== undefined) return scalar.read(reader);
    return this.#enumName(typeName, Number(BigInt.asIntN(32, reader.varint())));
  }

  #enumName(name: string, number: number): unknown {
    if (name === 'google.protobuf.NullValue') return null;
    for (const [value, it] of this.types.enums.get(name)?.values ?? []) if (it === number) return value;
    return number;
  }

  #object(shape: MessageShape, found: ReadonlyMap<FieldShape, Collected>, depth: number): Json {
    const members: [string, unknown][] = [];
    for (const field of shape.fields) {
      const collected = found.get(field);
      const value = collected === undefined ? this.#initial(field) : this.#valueOf(field, collected, depth);
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

  #valueOf(field: FieldShape, { values, parts }: Collected, depth: number): unknown {
    const entry = mapEntryOf(this.types, field);
    if (entry !== undefined) return this.#map(entry, values as Uint8Array[], depth);
    if (field.label === 'repeated') return values;
    if (parts.length > 0) return this.message(field.typeName, Buffer.concat(parts), depth + 1);
    return values.length === 0 ? this.#initial(field) : values.at(-1);
  }

  #map(entry: MessageShape, entries: readonly Uint8Array[], depth: number): Json {
    const pairs = entries.map((bytes) => {
      const found = this.#collect(entry, bytes, depth + 1);
      const [key, value] = [1, 2].map((number) => this.#half(entry, number, found, depth + 1));
      return [String(key), value] as const;
    });
    return Object.fromEntries(pairs);
  }

  /** The key or value of an entry; one that was not sent is at its default, a message too. */
  #half(entry: MessageShape, number: number, found: ReadonlyMap<FieldShape, Collected>, depth: number): unknown {
    const field = entry.fields.find((it) => it.number === number);
    if (field === undefined) return undefined;
    const collected = found.get(field);
    const value = collected && this.#valueOf(field, collected, depth);
    if (value !== undefined) return value;
    if (field.type === 'message') return this.message(field.typeName, new Uint8Array(), depth + 1);
    return field.type === 'enum' ? this.#enumName(field.typeName, 0) : scalarOf(field.type)?.initial;
  }
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

type Special = (fields: WireFields, bytes: Uint8Array, decode: (name: string, bytes: Uint8Array) => unknown) => unknown;

const moment = (fields: WireFields): Moment => ({
  seconds: BigInt(fields.number(1) ?? 0),
  nanos: Number(BigInt.asIntN(32, BigInt(fields.number(2) ?? 0))),
});

const struct: Special = (fields, _bytes, decode) =>
  Object.fromEntries(
    fields
      .messages(1)
      .map((entry) => [entry.text(1), decode('google.protobuf.Value', entry.bytes(2).at(-1) ?? new Uint8Array())]),
  );

const list: Special = (fields, _bytes, decode) => fields.bytes(1).map((it) => decode('google.protobuf.Value', it));

/** The kind that came last counts; a value of no kind is null. */
const anything: Special = (_fields, bytes, decode) => {
  const reader = new WireReader(bytes);
  let value: unknown = null;
  while (!reader.done) {
    const { field, type } = reader.tag();
    if (field === 2 && type === wireTypes.fixed64) value = scalarOf('double')?.read(reader);
    else if (field === 3 && type === wireTypes.bytes) value = scalarOf('string')?.read(reader);
    else if (field === 4 && type === wireTypes.varint) value = reader.varint() !== 0n;
    else if (field === 5 && type === wireTypes.bytes) value = decode('google.protobuf.Struct', reader.bytes());
    else if (field === 6 && type === wireTypes.bytes) value = decode('google.protobuf.ListValue', reader.bytes());
    else {
      reader.skip({ field, type });
      if (field === 1) value = null;
    }
  }
  return value;
};

/** A message whose type is not known here is given as the bytes it came in. */
const any: Special = (fields, _bytes, decode) => {
  const url = fields.text(1);
  const bytes = fields.bytes(2).at(-1) ?? new Uint8Array();
  const name = url.slice(url.lastIndexOf('/') + 1);
  let value: unknown;
  try {
    value = decode(name, bytes);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { '@type': url, value: Buffer.from(bytes).toString('base64') };
  }
  const isSpecial = Object.hasOwn(specials, name) || wrappedType(name) !== undefined;
  return isSpecial ? { '@type': url, value } : { '@type': url, ...(value as Json) };
};

const specials: Readonly<Record<string, Special>> = {
  'google.protobuf.Timestamp': (fields) => writeTimestamp(moment(fields)),
  'google.protobuf.Duration': (fields) => writeDuration(moment(fields)),
  'google.protobuf.FieldMask': (fields) => writeFieldMask(fields.texts(1)),
  'google.protobuf.Struct': struct,
  'google.protobuf.Value': anything,
  'google.protobuf.ListValue': list,
  'google.protobuf.Any': any,
  'google.protobuf.Empty': () => ({}),
};
