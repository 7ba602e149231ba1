import { describe, expect, it } from '@jest/globals';
import { withBases } from './base-schemas.js';

const text = { type: 'string', description: 'Long enough that a reference to the base is shorter. '.repeat(6) };
const base = { type: 'object', properties: { a: text, b: { type: 'integer' } }, required: ['a'] };
const more = { type: 'object', properties: { ...base.properties, c: { type: 'boolean' } }, required: ['a', 'b', 'c'] };

describe('schemas that extend another', () => {
  it('refers to the base and describes only what is added', () => {
    expect(withBases({ Base: base, More: more })).toEqual({
      Base: base,
      More: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { type: 'object', properties: { c: { type: 'boolean' } }, required: ['b', 'c'] },
        ],
      },
    });
  });

  it('refers to the largest base', () => {
    const further = { ...more, properties: { ...more.properties, d: text } };
    expect(withBases({ Base: base, More: more, Further: further }).Further).toHaveProperty('allOf.0', {
      $ref: '#/components/schemas/More',
    });
  });

  it.each([
    ['a property is another', { ...more, properties: { ...more.properties, b: { type: 'number' } } }],
    ['what the base requires is optional', { ...more, required: ['c'] }],
    ['the schema says more than its properties', { ...more, additionalProperties: false }],
    ['nothing is added', { ...base, required: ['a', 'b'] }],
  ])('leaves a schema whole when %s', (_, other) => {
    expect(withBases({ Base: base, Other: other }).Other).toBe(other);
  });

  it('extends no schema that allows no other members, and none that is small', () => {
    const closed = { ...base, additionalProperties: false };
    expect(withBases({ Base: closed, More: more }).More).toBe(more);
    const small = { type: 'object', properties: { b: { type: 'integer' } }, required: [] };
    expect(withBases({ Base: small, More: more }).More).toBe(more);
  });
});
