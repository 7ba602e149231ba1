import type { FieldType } from './types.js';

/** Wrappers by the type of their value: in JSON they are that value. */
export const wrappers: Readonly<Record<string, FieldType>> = {
  'google.protobuf.DoubleValue': 'double',
  'google.protobuf.FloatValue': 'float',
  'google.protobuf.Int64Value': 'int64',
  'google.protobuf.UInt64Value': 'uint64',
  'google.protobuf.Int32Value': 'int32',
  'google.protobuf.UInt32Value': 'uint32',
  'google.protobuf.BoolValue': 'bool',
  'google.protobuf.StringValue': 'string',
  'google.protobuf.BytesValue': 'bytes',
};

/** Schemas of the messages that have their own JSON form (proto3 JSON mapping), except wrappers. */
const forms: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Duration': {
    type: 'string',
    pattern: '^-?[0-9]{1,12}(?:\\.[0-9]{1,9})?s$',
    description: 'Seconds, such as 1.5s',
  },
  'google.protobuf.FieldMask': { type: 'string', description: 'Names of fields with commas between them' },
  'google.protobuf.Struct': { type: 'object' },
  'google.protobuf.Value': {},
  'google.protobuf.ListValue': { type: 'array' },
  'google.protobuf.Empty': { type: 'object' },
  'google.protobuf.Any': {
    type: 'object',
    properties: { '@type': { type: 'string', description: 'type.googleapis.com/ and the full name of the message' } },
    required: ['@type'],
  },
};

export const isWellKnown = (name: string): boolean => Object.hasOwn(forms, name) || Object.hasOwn(wrappers, name);

/** The JSON form of a well-known message that is not a wrapper. */
export const wellKnownForm = (name: string): Readonly<Record<string, unknown>> | undefined =>
  Object.hasOwn(forms, name) ? forms[name] : undefined;

export const wrappedType = (name: string): FieldType | undefined =>
  Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;

const objects = new Set(['google.protobuf.Struct', 'google.protobuf.Empty', 'google.protobuf.Any']);

/**
 * Whether a request of this type is not a JSON object. A tool's input is an object, so such a request becomes its
 * member `value`.
 */
export const needsValueMember = (name: string): boolean => isWellKnown(name) && !objects.has(name);
