/** Types of fields, by their number in `google.protobuf.FieldDescriptorProto.Type`. */
export const fieldTypes = [
  'none',
  'double',
  'float',
  'int64',
  'uint64',
  'int32',
  'fixed64',
  'fixed32',
  'bool',
  'string',
  'group',
  'message',
  'bytes',
  'uint32',
  'enum',
  'sfixed32',
  'sfixed64',
  'sint32',
  'sint64',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface FieldShape {
  readonly name: string;
  /** Its name in JSON: lowerCamelCase unless the descriptor says otherwise. */
  readonly jsonName: string;
  readonly number: number;
  readonly type: FieldType;
  readonly label: 'optional' | 'required' | 'repeated';
  /** Full name of a message or enum. */
  readonly typeName: string;
  /** The alternative it belongs to, if any. */
  readonly oneof: string | undefined;
  /** Whether a field at its default differs from one that is not set. */
  readonly presence: boolean;
  readonly packed: boolean;
  readonly comment: string;
}

export interface MessageShape {
  readonly name: string;
  readonly fields: readonly FieldShape[];
  /** An entry of a map, with the fields `key` and `value`. */
  readonly isMapEntry: boolean;
  readonly comment: string;
}

export interface EnumShape {
  readonly name: string;
  readonly values: ReadonlyMap<string, number>;
  /** Numbers that no value has may come all the same. */
  readonly isOpen: boolean;
}

export interface MethodShape {
  readonly name: string;
  /** Full names of messages. */
  readonly input: string;
  readonly output: string;
  readonly clientStreaming: boolean;
  readonly serverStreaming: boolean;
  /** What the method's options say of its effects. */
  readonly effects: 'unknown' | 'none' | 'idempotent';
  readonly isDeprecated: boolean;
  readonly comment: string;
}

export interface ServiceShape {
  readonly name: string;
  readonly methods: readonly MethodShape[];
  /** The file that defines it. */
  readonly file: string;
}

/** Everything that a set of descriptors defines, by full name without a leading dot. */
export interface ProtoTypes {
  readonly messages: ReadonlyMap<string, MessageShape>;
  readonly enums: ReadonlyMap<string, EnumShape>;
  readonly services: ReadonlyMap<string, ServiceShape>;
}

/** A method by the names of its service and itself. */
export const methodOf = (types: ProtoTypes, service: string, method: string): MethodShape | undefined =>
  types.services.get(service)?.methods.find((it) => it.name === method);
