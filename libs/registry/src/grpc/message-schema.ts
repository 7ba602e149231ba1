import { mapEntryOf } from './reachable.js';
import { keySchema, type Role, scalarSchema } from './scalar-schema.js';
import type { EnumShape, FieldShape, FieldType, MessageShape, ProtoTypes } from './types.js';
import { isWellKnown, needsValueMember, wellKnownForm, wrappedType } from './well-known.js';

type Schema = Record<string, unknown>;

/** Maximum length of a comment used as a description. */
const descriptionCap = 1_000;

/**
 * The JSON Schema (2020-12) of a message in the JSON mapping of proto3. Messages it refers to stand under `$defs` by
 * their full names, itself too when it contains itself. Only proto2's required fields are required. An input is closed,
 * since what a message has no field for cannot be sent; an output is open, since its server may be newer.
 */
export function messageSchema(types: ProtoTypes, name: string, role: Role): Schema {
  const writing = new SchemaWriting(types, role);
  if (role === 'input' && needsValueMember(name)) {
    const properties = { value: writing.ofMessage(name) };
    return writing.withDefinitions({ type: 'object', properties, required: ['value'], additionalProperties: false });
  }
  if (isWellKnown(name)) return writing.ofMessage(name);
  return writing.withDefinitions(writing.body(types.messages.get(name) as MessageShape));
}

/** One schema for all messages of a stream. */
export function streamSchema(types: ProtoTypes, name: string): Schema {
  const { $defs, ...items } = messageSchema(types, name, 'output');
  return { type: 'array', items, ...($defs !== undefined && { $defs }) };
}

class SchemaWriting {
  readonly #definitions = new Map<string, Schema>();

  constructor(
    private readonly types: ProtoTypes,
    private readonly role: Role,
  ) {}

  withDefinitions(schema: Schema): Schema {
    const $defs = Object.fromEntries([...this.#definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
    return this.#definitions.size === 0 ? schema : { ...schema, $defs };
  }

  /** The schema of a field of a message type. */
  ofMessage(name: string): Schema {
    const form = wellKnownForm(name);
    if (form !== undefined) return closedWhenEmpty(name, form, this.role);
    const wrapped = wrappedType(name);
    if (wrapped !== undefined) return { ...scalarSchema(wrapped, this.role) };
    if (!this.#definitions.has(name)) {
      // Registered before it is built, so that a recursive message ends here.
      this.#definitions.set(name, {});
      this.#definitions.set(name, this.body(this.types.messages.get(name) as MessageShape));
    }
    return { $ref: `#/$defs/${name}` };
  }

  body({ fields, comment }: MessageShape): Schema {
    const required = fields.filter(({ label }) => label === 'required').map(({ jsonName }) => jsonName);
    return {
      type: 'object',
      ...described(comment),
      properties: Object.fromEntries(fields.map((field) => [field.jsonName, this.#ofField(field)])),
      ...(required.length > 0 && { required }),
      ...(this.role === 'input' && { additionalProperties: false, ...exclusive(fields) }),
    };
  }

  #ofField(field: FieldShape): Schema {
    const entry = mapEntryOf(this.types, field);
    const schema = entry === undefined ? this.#ofPlain(field) : this.#ofMap(entry);
    const list = field.label === 'repeated' && entry === undefined;
    return { ...(list ? { type: 'array', items: schema } : schema), ...described(field.comment) };
  }

  #ofPlain({ type, typeName }: FieldShape): Schema {
    if (type === 'message' || type === 'group') return this.ofMessage(typeName);
    if (type !== 'enum') return { ...scalarSchema(type, this.role) };
    return typeName === 'google.protobuf.NullValue' ? { type: 'null' } : enumSchema(this.types, typeName, this.role);
  }

  #ofMap(entry: MessageShape): Schema {
    const [key, value] = [1, 2].map((number) => entry.fields.find((it) => it.number === number));
    const names = keySchema((key?.type ?? 'string') as FieldType);
    return {
      type: 'object',
      ...(names !== undefined && { propertyNames: names }),
      additionalProperties: value === undefined ? true : this.#ofPlain(value),
    };
  }
}

const described = (comment: string): Schema =>
  comment === '' ? {} : { description: comment.slice(0, descriptionCap) };

const closedWhenEmpty = (name: string, form: Readonly<Schema>, role: Role): Schema =>
  name === 'google.protobuf.Empty' && role === 'input' ? { ...form, additionalProperties: false } : { ...form };

/** By name. An open enum may also return numbers that have no name yet. */
function enumSchema({ enums }: ProtoTypes, name: string, role: Role): Schema {
  const { values, isOpen } = enums.get(name) as EnumShape;
  const named = { type: 'string', enum: [...values.keys()] };
  return role === 'output' && isOpen ? { anyOf: [named, { type: 'integer' }] } : named;
}

/** At most one field of a `oneof` may be set: each excludes those after it. */
function exclusive(fields: readonly FieldShape[]): Schema {
  const groups = new Map<string, string[]>();
  for (const { oneof, jsonName } of fields)
    if (oneof !== undefined) groups.set(oneof, [...(groups.get(oneof) ?? []), jsonName]);
  const rules = [...groups.values()].flatMap((names) =>
    names
      .slice(0, -1)
      .map((name, index) => [
        name,
        { properties: Object.fromEntries(names.slice(index + 1).map((other) => [other, false])) },
      ]),
  );
  return rules.length === 0 ? {} : { dependentSchemas: Object.fromEntries(rules) };
}
