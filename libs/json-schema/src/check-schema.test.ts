import { describe, expect, it } from '@jest/globals';
import { checkSchema, schemaCaps } from './check-schema.js';
import type { JsonSchema } from './json-schema.js';

const found = (schema: JsonSchema, role: 'input' | 'output' = 'input') =>
  Object.fromEntries(checkSchema(schema, '/inputSchema', role).map((it) => [it.path, it.message]));

describe('checkSchema', () => {
  it.each<[string, JsonSchema]>([
    ['an empty one', {}],
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', definitions: { a: {} } }],
    ['references inside the document', { $defs: { a: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a' } } }],
    [
      'references by a name of its own',
      {
        $id: 'https://acme.example/schemas/root',
        $defs: { part: { $id: 'part', type: 'string' } },
        properties: { a: { $ref: 'part' }, b: { $ref: 'https://acme.example/schemas/part' } },
      },
    ],
    ['what looks like keywords in values', { default: { $ref: 'https://x.example' }, enum: [{ pattern: '(?=a)' }] }],
    [
      'properties called like keywords',
      { properties: { $id: {}, $ref: {}, pattern: {}, default: { type: 'string' } } },
    ],
  ])('passes %s', (_, schema) => {
    expect(found(schema)).toEqual({});
  });

  it('treats names under properties as names, and their values as schemas', () => {
    expect(found({ properties: { default: { pattern: '(?=a)' } } })).toEqual({
      '/inputSchema/properties/default/pattern': expect.stringMatching(/linear time/),
    });
  });

  it('escapes a pattern that appears in a pointer', () => {
    expect(Object.keys(found({ patternProperties: { '^a/(?=b)': {} } }))).toEqual([
      '/inputSchema/patternProperties/^a~1(?=b)',
    ]);
  });

  it.each(['$ref', '$dynamicRef', '$recursiveRef'])('never fetches %s', (keyword) => {
    const problems = found({ properties: { a: { [keyword]: 'https://evil.example/a.json#/x' } } });
    expect(problems[`/inputSchema/properties/a/${keyword}`]).toMatch(/evil\.example/);
  });

  it('requires an object for input and accepts any type for output', () => {
    expect(found({ type: 'array' })).toEqual({ '/inputSchema/type': expect.stringContaining('object') });
    expect(found({ type: 'array' }, 'output')).toEqual({});
  });

  it('reports an invalid dialect or meta-schema violation once', () => {
    expect(Object.keys(found({ $schema: 'https://json-schema.org/draft/next/schema' }))).toEqual([
      '/inputSchema/$schema',
    ]);
    expect(
      checkSchema({ type: 'objekt' }, '/inputSchema', 'input').filter((it) => it.path === '/inputSchema/type'),
    ).not.toEqual([]);
    expect(found({ properties: { a: { $ref: '#/$defs/none' } } })).toEqual({
      '/inputSchema': expect.stringMatching(/cannot be compiled.*none/),
    });
  });

  it('caps size, depth and the number of patterns', () => {
    expect(found({ description: 'x'.repeat(schemaCaps.bytes) })['/inputSchema']).toMatch(/larger than 262144/);
    let deep: JsonSchema = {};
    for (let level = 0; level < schemaCaps.depth; level += 1) deep = { not: deep };
    expect(Object.values(found(deep))).toEqual(['is nested deeper than 64 levels']);
    const many = Object.fromEntries(
      Array.from({ length: schemaCaps.patterns + 1 }, (_, i) => [`p${i}`, { pattern: 'a' }]),
    );
    expect(Object.values(found({ properties: many }))).toEqual(['has more than 500 patterns']);
  });

  it('bounds what all patterns of a schema come to, which each of them keeps within', () => {
    const heavy = (count: number) => ({
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`p${n}`, { pattern: `^[a-z]{1,9000}${n}` }]),
      ),
    });
    expect(found(heavy(5))).toEqual({});
    expect(new Set(Object.values(found(heavy(500))))).toEqual(
      new Set([
        'all patterns of the schema together come to more than 100000 steps when their repetitions are written out',
      ]),
    );
  });
});
