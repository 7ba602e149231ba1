import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { Inclusion } from './inclusion.js';
import { Meaning } from './meaning.js';
import { Samples } from './samples.js';
import { SchemaDocument } from './schema-document.js';
import { type JsonType, jsonTypes, type Shape } from './shape.js';
import { ShapeFit } from './shape-fit.js';
import { Space } from './space.js';

const fit = (giver: JsonSchema, taker: JsonSchema) => {
  const meaning = new Meaning(new Space(100_000));
  const inclusion = new Inclusion(meaning, 'strict', undefined);
  const shapeFit = new ShapeFit(meaning, 'strict', new Samples(meaning, 'strict'), (a, b) => inclusion.decide(a, b));
  const shapeOf = (schema: JsonSchema, type: JsonType) =>
    meaning.shapes(meaning.space.read(schema, new SchemaDocument(schema)), type)[0] as Shape;
  const type = jsonTypes.find((it) => shapeOf(giver, it) !== undefined) as JsonType;
  return shapeFit.of(shapeOf(giver, type), shapeOf(taker, type));
};
const number = (more: JsonSchema) => ({ type: 'number', ...more });
const array = (more: JsonSchema) => ({ type: 'array', ...more });

describe('the fit of one shape into another', () => {
  it.each<[JsonSchema, JsonSchema]>([
    [number({ exclusiveMinimum: 1 }), number({ minimum: 1 })],
    [number({ multipleOf: 4 }), number({ multipleOf: 2 })],
    [
      { type: 'string', minLength: 2 },
      { type: 'string', minLength: 1 },
    ],
    [
      { type: 'string', pattern: 'a' },
      { type: 'string', pattern: 'a' },
    ],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }],
    [array({ maxItems: 1 }), array({ uniqueItems: true })],
    [array({ items: { const: 1 }, minItems: 1 }), array({ contains: { type: 'number' } })],
    [array({ prefixItems: [{ const: 1 }] }), array({ prefixItems: [{ type: 'number' }] })],
  ])('holds for %j in %j, and not in reverse', (giver, taker) => {
    expect(fit(giver, taker)).toEqual(expect.objectContaining({ holds: true }));
    if (JSON.stringify(giver) !== JSON.stringify(taker)) expect(fit(taker, giver).holds).toBe(false);
  });

  it.each<[JsonSchema, JsonSchema, unknown]>([
    [number({}), number({ maximum: 5 }), 6],
    [array({}), array({ maxItems: 1 }), ['a', 'a']],
    [array({ items: { type: 'string' } }), array({ items: { type: 'string', maxLength: 0 } }), ['a']],
  ])('of %j in %j hints at a counter-example', (giver, taker, hint) => {
    const { holds, hints } = fit(giver, taker);
    expect(holds).toBe(false);
    expect(hints).toContainEqual(hint);
  });
});
