import { describe, expect, it } from '@jest/globals';
import { schemaValidator } from './schema-validator.js';

const schema = {
  type: 'object' as const,
  properties: { path: { type: 'string' as const, minLength: 1 }, at: { $ref: '#/$defs/place' } },
  required: ['path'],
  $defs: { place: { type: 'object' as const, properties: { line: { type: 'integer' as const, minimum: 1 } } } },
};

describe('the validator of forms', () => {
  it('accepts what the schema accepts', () => {
    expect(schemaValidator.validateFormData({ path: 'a', at: { line: 1 } }, schema).errors).toEqual([]);
  });

  it('names the member that is wrong, through references', () => {
    const { errors } = schemaValidator.validateFormData({ path: 'a', at: { line: 0 } }, schema);
    expect(errors.map(({ property, name }) => [property, name])).toEqual([['.at.line', 'minimum']]);
    expect(schemaValidator.validateFormData({}, schema).errors).toHaveLength(1);
  });

  it('judges a part of a schema with the definitions of the whole', () => {
    expect(schemaValidator.isValid({ $ref: '#/$defs/place' }, { line: 2 }, schema)).toBe(true);
    expect(schemaValidator.isValid({ $ref: '#/$defs/place' }, { line: 'two' }, schema)).toBe(false);
    expect(schemaValidator.isValid({ $ref: '#/$defs/nowhere' }, {}, schema)).toBe(false);
  });
});
