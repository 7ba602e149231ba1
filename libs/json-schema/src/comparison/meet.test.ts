import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchema } from '../json-schema.js';
import { patternAtom } from './atoms.js';
import { Meaning } from './meaning.js';
import { ignoresOthers, isClosed, isNamed, itemAt, meet, requires, valueAt } from './meet.js';
import { SchemaDocument } from './schema-document.js';
import { type JsonType, type ObjectShape, type Shape, top, typeOf } from './shape.js';
import { Space } from './space.js';

const meaning = new Meaning(new Space(10_000_000));
const shapeOf = (schema: JsonSchema, type: JsonType) =>
  meaning.shapes(meaning.space.read(schema, new SchemaDocument(schema)), type)[0] as Shape;
const objectOf = (schema: JsonSchema) => shapeOf({ type: 'object', ...schema }, 'object') as ObjectShape;

const small = fc.integer({ min: -3, max: 3 });
const one = fc.constantFrom<JsonSchema>({ type: 'integer' }, { minimum: 1 }, {});
const schemas = fc.record<JsonSchema>(
  {
    minimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2),
    minLength: fc.nat(2),
    pattern: fc.constantFrom('^a', 'b$'),
    minItems: fc.nat(2),
    items: one,
    uniqueItems: fc.boolean(),
    properties: fc.dictionary(fc.constantFrom('a', 'b'), one),
    additionalProperties: one,
    required: fc.subarray(['a', 'b']),
    minProperties: fc.nat(1),
  },
  { requiredKeys: [] },
);
const values = fc.oneof(
  small,
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 }),
  fc.array(small, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), small),
);

describe('the intersection of two shapes', () => {
  it('accepts exactly what both accept', () => {
    fc.assert(
      fc.property(schemas, schemas, values, (a, b, value) => {
        const [first, second] = [a, b].map((it) => shapeOf(it, typeOf(value)));
        fc.pre(first !== undefined && second !== undefined);
        const both = meet(meaning.space, first as Shape, second as Shape);
        const isInBoth = meaning.fits(first as Shape, value) && meaning.fits(second as Shape, value);
        expect(both !== undefined && meaning.fits(both, value)).toBe(isInBoth);
      }),
    );
  });

  it('is empty for lists without a common value, and for a condition and its opposite', () => {
    const text = top('string');
    const atom = patternAtom('^a');
    const { space } = meaning;
    expect(meet(space, { ...text, values: ['a'] }, { ...text, values: ['b'] })).toBeUndefined();
    expect(meet(space, { ...text, atoms: [atom] }, { ...text, atoms: [{ ...atom, negated: true }] })).toBeUndefined();
    expect(meet(space, { ...text, atoms: [atom] }, { ...text, atoms: [atom] })?.atoms).toEqual([atom]);
  });
});

describe('an object shape', () => {
  it('is closed when no other name is possible', () => {
    expect(isClosed(objectOf({ additionalProperties: false }))).toBe(true);
    expect(isClosed(objectOf({ additionalProperties: false, patternProperties: { '^a': {} } }))).toBe(false);
    expect(isClosed(objectOf({}))).toBe(false);
  });

  it('ignores other names when it lists some, and has no schema for the others', () => {
    expect(ignoresOthers(objectOf({ properties: { a: {} } }))).toBe(true);
    expect(ignoresOthers(objectOf({ properties: { a: {} }, additionalProperties: { type: 'null' } }))).toBe(false);
  });

  it('names what it lists or has a pattern for', () => {
    const shape = objectOf({ properties: { a: {} }, patternProperties: { '^x-': {} }, required: ['a'] });
    expect(['a', 'x-1', 'b'].map((it) => isNamed(shape, it))).toEqual([true, true, false]);
    expect(['a', 'x-1'].map((it) => requires(shape, it))).toEqual([true, false]);
  });

  it('finds the schema of any name', () => {
    const shape = objectOf({
      properties: { a: { type: 'null' } },
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: { type: 'number' },
    });
    const accepts = (name: string, value: unknown) => meaning.accepts(valueAt(meaning.space, shape, name), value);
    expect([accepts('a', null), accepts('x-1', 'text'), accepts('b', 1)]).toEqual([true, true, true]);
    expect([accepts('a', 1), accepts('x-1', 1), accepts('b', 'text')]).toEqual([false, false, false]);
  });
});

it('an item after the listed ones has the schema of the rest', () => {
  const { space } = meaning;
  const schema = { prefixItems: [{ type: 'null' }], items: { type: 'string' } };
  const document = new SchemaDocument(schema);
  const shape = { ...top('array'), prefix: [space.read(schema.prefixItems[0], document)] };
  const rest = space.read(schema.items, document);
  expect(itemAt({ ...shape, rest }, 0)).toBe(shape.prefix[0]);
  expect(itemAt({ ...shape, rest }, 1)).toBe(rest);
});
