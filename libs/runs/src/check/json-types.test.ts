import { compileSchema } from '@assay/json-schema';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { typeOfValue, typesOf } from './json-types.js';
import { schemaAt } from './schema-at.js';

const root = {
  type: 'object',
  properties: {
    order: { $ref: '#/$defs/order' },
    tags: { type: 'array', items: { type: 'string' } },
    either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    free: {},
  },
  required: ['order'],
  $defs: {
    order: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
    loop: { $ref: '#/$defs/loop' },
  },
};
const types = (schema: unknown) => [...typesOf({ schema, root })];

describe('typesOf', () => {
  it.each([
    [{ type: 'integer' }, ['number']],
    [{ type: ['string', 'null'] }, ['null', 'string']],
    [{ enum: ['a', 1] }, ['number', 'string']],
    [{ const: null }, ['null']],
    [{ $ref: '#/$defs/order' }, ['object']],
    [{ allOf: [{ type: ['string', 'number'] }, { type: ['number', 'null'] }] }, ['number']],
    [{ type: 'string', nullable: true }, ['null', 'string']],
    [false, []],
  ])('%j allows %j', (schema, allowed) => {
    expect(types(schema)).toEqual(allowed);
  });

  it.each([true, {}, { $ref: 'https://elsewhere.example' }, { $ref: '#/nowhere' }, { $ref: '#/$defs/loop' }])(
    'takes %j to allow anything',
    (schema) => {
      expect(types(schema)).toHaveLength(6);
    },
  );

  it('never excludes what a schema accepts', () => {
    const leaf = fc.constantFrom(
      { type: 'string' },
      { type: ['number', 'null'] },
      { enum: [1, 'a', null] },
      { const: true },
      {},
    );
    const schema = fc.oneof(
      leaf,
      fc.record({ anyOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(leaf, { minLength: 1, maxLength: 3 }), type: fc.constantFrom('string', 'number') }),
    );
    const value = fc.constantFrom<unknown>(1, 'a', null, true, [], {}, 'b', 2.5);
    fc.assert(
      fc.property(schema, value, (asked, given) => {
        if (compileSchema(asked)(given).length > 0) return true;
        return typesOf({ schema: asked, root: asked }).has(typeOfValue(given));
      }),
    );
  });
});

describe('schemaAt', () => {
  it.each([
    [[], 'part', true],
    [['order'], 'part', true],
    [['order', 'id'], 'part', true],
    [['order', 'none'], 'absent', undefined],
    [['order', 'id', 'x'], 'absent', undefined],
    [['tags'], 'part', false],
    [['tags', '3'], 'part', false],
    [['tags', 'length'], 'absent', undefined],
    [['none'], 'unknown', undefined],
    [['free', 'x'], 'unknown', undefined],
    [['either', 'x'], 'absent', undefined],
  ])('at %j there is a %s (%s)', (path, kind, sure) => {
    const found = schemaAt(root, path);
    expect(found.kind).toBe(kind);
    if (found.kind === 'part') expect(found.sure).toBe(sure);
  });
});
