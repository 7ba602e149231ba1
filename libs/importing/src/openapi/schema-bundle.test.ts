import { compileSchema } from '@assay/json-schema';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Json } from './document.js';
import { type Direction, SchemaBundle } from './schema-bundle.js';

function bundled(schema: unknown, schemas: Json = {}, direction: Direction = 'output', openapi = '3.1.0') {
  const notes = new Set<string>();
  const bundle = new SchemaBundle({ openapi, components: { schemas } }, direction, notes);
  return { schema: bundle.close(bundle.carry(schema) as Json), notes: [...notes] };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('SchemaBundle', () => {
  it('copies referenced components as definitions, recursive ones once', () => {
    const Node = { type: 'object', properties: { next: ref('Node'), leaf: ref('Leaf') } };
    expect(bundled(ref('Node'), { Node, Leaf: { type: 'string' }, Unused: {} }).schema).toEqual({
      $ref: '#/$defs/Node',
      $defs: {
        Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, leaf: { $ref: '#/$defs/Leaf' } } },
        Leaf: { type: 'string' },
      },
    });
  });

  it('gives definitions of one name several names', () => {
    const schemas = { 'a/x': { type: 'string' }, a_x: { type: 'number' } };
    const { schema } = bundled({ anyOf: [ref('a~1x'), ref('a_x')] }, schemas);
    expect(schema).toEqual({
      anyOf: [{ $ref: '#/$defs/a_x' }, { $ref: '#/$defs/a_x_2' }],
      $defs: { a_x: { type: 'string' }, a_x_2: { type: 'number' } },
    });
  });

  it('drops read-only parts from input and write-only parts from output', () => {
    const Id = { type: 'string', readOnly: true };
    const schema = {
      properties: { id: ref('Id'), secret: { writeOnly: 'true' }, name: {} },
      required: ['id', 'secret', 'name'],
    };
    expect(bundled(schema, { Id }, 'input').schema).toEqual({
      properties: { secret: { writeOnly: true }, name: {} },
      required: ['secret', 'name'],
    });
    expect(bundled(schema, { Id }, 'output').schema).toMatchObject({ required: ['id', 'name'], $defs: { Id } });
  });

  it('drops OpenAPI keywords and addresses inside the document', () => {
    const schema = {
      type: 'object',
      xml: {},
      externalDocs: {},
      'x-a': 1,
      $id: 'a',
      $anchor: 'b',
      $schema: 'c',
      $defs: {},
    };
    expect(bundled(schema).schema).toEqual({ type: 'object' });
    expect(bundled({ properties: { xml: { type: 'string' } } }).schema).toEqual({
      properties: { xml: { type: 'string' } },
    });
  });

  it('repairs numbers and booleans that were written as text', () => {
    const schema = { maximum: '50', minimum: 'low', additionalProperties: 'false', uniqueItems: 'true', multipleOf: 2 };
    expect(bundled(schema).schema).toEqual({
      maximum: 50,
      additionalProperties: false,
      uniqueItems: true,
      multipleOf: 2,
    });
  });

  it('drops patterns that cannot run in linear time, with a note', () => {
    const { schema, notes } = bundled({ pattern: '^(?=a)', patternProperties: { '(a)\\1': {}, '^b': {} } });
    expect(schema).toEqual({ patternProperties: { '^b': {} } });
    expect(notes).toHaveLength(2);
    expect(bundled({ $dynamicRef: '#x' }).notes).toHaveLength(1);
  });

  it('treats an invalid schema as allowing everything', () => {
    expect(['x', 7, null, [], undefined].map((it) => bundled(it).schema)).toEqual([{}, {}, {}, {}, {}]);
    expect(bundled({ not: true, items: false }).schema).toEqual({ not: true, items: false });
  });

  it('sees what may be an object', () => {
    const bundle = new SchemaBundle({ components: { schemas: { O: { type: 'object' } } } }, 'input', new Set());
    const schemas = [
      { type: 'object' },
      { type: ['string', 'object'] },
      {},
      ref('O'),
      { type: 'string' },
      { type: ['array'] },
    ];
    expect(schemas.map((it) => bundle.mayBeObject(it))).toEqual([true, true, true, true, false, false]);
  });

  it('allows exactly what the document allows', () => {
    const names = ['A', 'B', 'C'];
    const leaf = fc.constantFrom(
      { type: 'string' },
      { type: 'integer', minimum: 2 },
      { type: ['boolean', 'null'] },
      { const: 1 },
    );
    const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.constantFrom(...names.map((name) => ({ type: 'array', items: ref(name) }))),
        fc.record({ type: fc.constant('object'), properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')) }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      ),
    })).schema;
    const schemas = fc.record(Object.fromEntries(names.map((name) => [name, schema])));
    const instance = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(1, 2, 'x', true, null),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(schemas, schema, fc.array(instance, { minLength: 5, maxLength: 5 }), (components, root, values) => {
        const here = compileSchema({ ...root, components: { schemas: components } });
        const carried = compileSchema(bundled(root, components).schema);
        for (const value of values) expect(carried(value).length === 0).toBe(here(value).length === 0);
      }),
      { numRuns: 60 },
    );
  });
});
