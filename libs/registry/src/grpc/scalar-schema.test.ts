import { compileSchema } from '@assay/json-schema';
import { describe, expect, it } from '@jest/globals';
import { keySchema, scalarSchema } from './scalar-schema.js';
import type { FieldType } from './types.js';

const accepts = (schema: object, value: unknown) => compileSchema({ ...schema })(value).length === 0;

describe('the schema of a scalar', () => {
  it.each<[FieldType, unknown[], unknown[]]>([
    ['double', [1.5, 'NaN', '-Infinity'], ['1.5', null]],
    ['int32', [-2147483648, 2147483647], [2147483648, 1.5, '1']],
    ['uint32', [0, 4294967295], [-1, 4294967296]],
    ['int64', ['-9223372036854775808', 5], ['1.5', 2 ** 53, 1.5]],
    ['uint64', ['18446744073709551615', 0], ['-1', -1]],
    ['bool', [true], ['true', 1]],
    ['bytes', ['YQ=='], [1]],
    ['string', [''], [1]],
  ])('of %s as an input accepts %j and refuses %j', (type, good, bad) => {
    const schema = scalarSchema(type, 'input');
    expect(good.filter((it) => !accepts(schema, it))).toEqual([]);
    expect(bad.filter((it) => accepts(schema, it))).toEqual([]);
  });

  it('of 64 bits as an output is text only', () => {
    expect([5, '5'].map((it) => accepts(scalarSchema('int64', 'output'), it))).toEqual([false, true]);
  });
});

it.each<[FieldType, string[], string[]]>([
  ['bool', ['true'], ['yes']],
  ['uint32', ['5'], ['-5', 'a']],
  ['sint64', ['-5'], ['5.0']],
])('keys of a map of %s: %j, not %j', (type, good, bad) => {
  const schema = keySchema(type) ?? {};
  expect(good.filter((it) => !accepts(schema, it))).toEqual([]);
  expect(bad.filter((it) => accepts(schema, it))).toEqual([]);
});

it('any text is a key of a map of texts', () => expect(keySchema('string')).toBeUndefined());
