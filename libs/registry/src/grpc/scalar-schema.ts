import type { FieldType } from './types.js';

export type Role = 'input' | 'output';
type Schema = Readonly<Record<string, unknown>>;

const maxSafe = Number.MAX_SAFE_INTEGER;
const notFinite = ['NaN', 'Infinity', '-Infinity'];

/** 64-bit integers are strings in JSON; an input may also be a number within the exact range of JSON numbers. */
const wide = (role: Role, signed: boolean): Schema => {
  const pattern = signed ? '^-?[0-9]{1,19}$' : '^[0-9]{1,20}$';
  if (role === 'output') return { type: 'string', pattern };
  return { type: ['string', 'integer'], pattern, minimum: signed ? -maxSafe : 0, maximum: maxSafe };
};

const narrow = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });
const int32 = narrow(-2_147_483_648, 2_147_483_647);
const uint32 = narrow(0, 4_294_967_295);
const floating: Schema = { anyOf: [{ type: 'number' }, { type: 'string', enum: notFinite }] };

/** The schema of a scalar in the JSON mapping of proto3. */
export function scalarSchema(type: FieldType, role: Role): Schema {
  switch (type) {
    case 'double':
    case 'float':
      return floating;
    case 'int64':
    case 'sint64':
    case 'sfixed64':
      return wide(role, true);
    case 'uint64':
    case 'fixed64':
      return wide(role, false);
    case 'int32':
    case 'sint32':
    case 'sfixed32':
      return int32;
    case 'uint32':
    case 'fixed32':
      return uint32;
    case 'bool':
      return { type: 'boolean' };
    case 'bytes':
      return { type: 'string', contentEncoding: 'base64' };
    default:
      return { type: 'string' };
  }
}

/** The schema of a map's keys, which are text in JSON; undefined when any text will do. */
export function keySchema(type: FieldType): Schema | undefined {
  if (type === 'string') return undefined;
  if (type === 'bool') return { enum: ['true', 'false'] };
  return { pattern: /^(?:uint|fixed)/.test(type) ? '^[0-9]{1,20}$' : '^-?[0-9]{1,19}$' };
}
