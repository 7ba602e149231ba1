import { compileSchema } from '@assay/json-schema';
import { describe, expect, it } from '@jest/globals';
import type { Json } from './document.js';
import { modernSchema } from './modern-schema.js';

const old = (schema: Json) => modernSchema(schema, true, (it) => it);
const anyNull = { type: 'null' };

describe('modernSchema', () => {
  // OpenAPI 3.0, JSON Schema 2020-12
  it.each<[Json, Json]>([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: 'true' }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { type: 'string', enum: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ nullable: true }, {}],
    [{ enum: ['a'], nullable: true }, { anyOf: [{ enum: ['a'] }, anyNull] }],
    [
      { allOf: [{ type: 'object' }], nullable: true, description: 'd' },
      { description: 'd', anyOf: [{ allOf: [{ type: 'object' }] }, anyNull] },
    ],
    [{ type: 'object', allOf: [{}], nullable: true }, { anyOf: [{ type: 'object', allOf: [{}] }, anyNull] }],
    [{ $ref: '#/x', nullable: true }, { anyOf: [{ $ref: '#/x' }, anyNull] }],
    [
      { $ref: '#/x', description: 'd', minLength: 3 },
      { $ref: '#/x', description: 'd' },
    ],
    [
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 9 },
    ],
    [{ exclusiveMinimum: true }, {}],
    [
      { type: 'string', format: 'byte' },
      { type: 'string', contentEncoding: 'base64' },
    ],
    [
      { type: 'string', example: 'x' },
      { type: 'string', examples: ['x'] },
    ],
  ])('%j is %j', (schema, modern) => {
    expect(old(schema)).toEqual(modern);
  });

  it('allows several alternatives of a discriminated union to match', () => {
    const union = { oneOf: [{ type: 'object' }, { required: ['a'] }], discriminator: { propertyName: 'kind' } };
    const validate = compileSchema(old(union));
    expect(validate({ a: 1 })).toEqual([]);
    expect(old({ oneOf: [{}, {}] })).toEqual({ oneOf: [{}, {}] });
  });

  it('leaves the schemas of later versions unchanged, except example and discriminator', () => {
    const schema = { type: ['string', 'null'], exclusiveMinimum: 3, $ref: '#/x', minLength: 3, nullable: true };
    expect(modernSchema({ ...schema, example: 1 }, false, (it) => it)).toEqual({ ...schema, examples: [1] });
  });
});
