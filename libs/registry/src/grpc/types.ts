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
  /** Its JSON name: lowerCamelCase unless the descriptor overrides it. */
  readonly jsonName: string;
  readonly number: number;
  readonly type: FieldType;
  readonly label: 'optional' | 'required' | 'repeated';
  /** Full name of a message or enum. */
  readonly typeName: string;
  /** The alternative it belongs to, if any. */
  readonly oneof: string | undefined;
  /** Whether an unset field differs from one with its default value. */
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
  /** Unknown numbers are allowed. */
  readonly isOpen: boolean;
}

export interface MethodShape {
  readonly name: string;
  /** Full names of messages. */
  readonly input: string;
  readonly output: string;
  readonly clientStreaming: boolean;
  readonly serverStreaming: boolean;
  /** The effects declared by the method's options. */
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
