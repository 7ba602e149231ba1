import { describe, expect, it } from '@jest/globals';
import { acceptsFormat, compileSchema, dialectOf, type JsonSchema, metaProblems } from './json-schema.js';

const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2019 = 'https://json-schema.org/draft/2019-09/schema';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const pathsOf = (schema: JsonSchema, instance: unknown): string[] =>
  compileSchema(schema)(instance).map((it) => it.path);

describe('dialectOf', () => {
  it.each([
    [undefined, '2020-12'],
    [draft2020, '2020-12'],
    [`${draft2020}#`, '2020-12'],
    [draft2019, '2019-09'],
    [draft7, 'draft-07'],
    ['https://json-schema.org/draft-07/schema', 'draft-07'],
    ['http://json-schema.org/draft-04/schema#', undefined],
    [7, undefined],
  ])('reads %j as %s', ($schema, dialect) => {
    expect(dialectOf($schema === undefined ? {} : { $schema })).toBe(dialect);
  });
});

describe('compileSchema', () => {
  it('applies each dialect with its own keywords', () => {
    const pair = [{ type: 'string' }, { type: 'integer' }];
    expect(pathsOf({ prefixItems: pair, items: false }, ['a', 1])).toEqual([]);
    expect(pathsOf({ prefixItems: pair, items: false }, ['a', 1, 2])).toEqual(['']);
    expect(pathsOf({ $schema: draft7, items: pair, additionalItems: false }, ['a', 'b'])).toEqual(['/1']);
    const closed = { properties: { a: {} }, unevaluatedProperties: false };
    expect(pathsOf({ $schema: draft2019, ...closed }, { a: 1, b: 2 })).toEqual(['/b']);
    expect(pathsOf({ $schema: draft7, ...closed }, { a: 1, b: 2 })).toEqual([]);
    expect(pathsOf({ $schema: draft7, dependencies: { a: ['b'] } }, { a: 1 })).toEqual(['']);
  });

  it('points at each problem and states the expectation', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { enum: ['x', 1] }, c: { const: 2 }, d: { type: 'string', format: 'date' } },
      required: ['e~f'],
      additionalProperties: false,
    };
    expect(compileSchema(schema)({ 'a/b': 'y', c: 3, d: 'soon', g: 1 })).toEqual(
      expect.arrayContaining([
        { path: '/e~0f', message: 'is required' },
        { path: '/g', message: 'is not a known property' },
        { path: '/a~1b', message: 'must be one of "x", 1' },
        { path: '/c', message: 'must be 2' },
        { path: '/d', message: 'must match format "date"' },
      ]),
    );
  });

  it('does not treat inherited members as properties', () => {
    const schema = { type: 'object', properties: { constructor: { type: 'string' } }, required: ['toString'] };
    expect(pathsOf(schema, {})).toEqual(['/toString']);
    expect(pathsOf(schema, { toString: 1, constructor: 'me' })).toEqual([]);
    expect(pathsOf(schema, { toString: 1, constructor: 2 })).toEqual(['/constructor']);
  });

  it('answers when the search for every problem breaks off', () => {
    const schema = { patternProperties: { '^a': false }, oneOf: [{ properties: { a: false } }, false] };
    expect(pathsOf(schema, { a: 1 })).not.toEqual([]);
  });

  it('keeps several patterns apart, in one schema and between schemas', () => {
    const schema = { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } }, patternProperties: { '^c': false } };
    expect(pathsOf(schema, { a: 'a', b: 'b' })).toEqual([]);
    expect(pathsOf(schema, { a: 'b', b: 'a', cc: 1 }).sort()).toEqual(['/a', '/b', '/cc']);
    expect(pathsOf({ pattern: '^z$' }, 'z')).toEqual([]);
  });

  it('keeps schemas of the same $id apart, whole ones and parts', () => {
    const typed = (type: string): JsonSchema => ({
      $id: 'https://acme.example/root',
      $defs: { part: { $id: 'https://acme.example/part', type } },
      $ref: 'https://acme.example/part',
    });
    const texts = compileSchema(typed('string'));
    const numbers = compileSchema(typed('number'));
    expect([texts('x'), numbers(1)]).toEqual([[], []]);
    expect([texts(1).length, numbers('x').length]).toEqual([1, 1]);
    expect(() => compileSchema({ $ref: 'https://acme.example/part' })).toThrow(/resolve/);
  });

  it('does not allow a meta-schema to be replaced', () => {
    expect(() => compileSchema({ $id: draft2020, type: 'object' })).toThrow(/already exists/);
    expect(metaProblems({ type: 'objekt' }, '2020-12')).not.toEqual([]);
    expect(pathsOf({ $ref: draft2020 }, { type: 'objekt' })).toContain('/type');
  });

  it('resolves shared parts and references to the root', () => {
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      required: ['id'],
    };
    expect(pathsOf(tree, { id: 1, children: [{ id: 2 }, {}] })).toEqual(['/children/1/id']);
    expect(() => compileSchema({ $ref: '#/$defs/none' })).toThrow();
  });

  it.each([10, 1_500, 6_000])('validates alike by a schema of %i properties', (count) => {
    const properties = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`p${n}`, { type: 'string', maxLength: 3, description: 'One of many.' }]),
    );
    const schema = { type: 'object', properties, required: ['p0', 'p9'], additionalProperties: false };
    expect(pathsOf(schema, { p0: 'a', p9: 'b' })).toEqual([]);
    expect(pathsOf(schema, { p0: 'long', p8: 7, other: 1 }).sort()).toEqual(['/other', '/p0', '/p8', '/p9']);
  });

  it('answers where both a schema and an instance are too large to be checked', () => {
    const properties = Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`p${n}`, { type: 'string' }]));
    const [problem] = compileSchema({ type: 'object', properties })({ list: Array(20_000).fill(0) });
    expect(problem?.message).toMatch(/too many to be checked/);
  });

  it('bounds the patterns of a large schema', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`p${n}`, { description: 'A'.repeat(40) }]),
    );
    const schema = { type: 'object', properties: { ...properties, a: { type: 'string', pattern: '^(.*a){9}$' } } };
    const budget = { stepsLeft: 10 };
    expect(compileSchema(schema)({ a: 'b'.repeat(5_000) }, budget)).toHaveLength(1);
    expect(budget.stepsLeft).toBeLessThan(0);
  });

  it('reports at most fifty problems, and one for a very large instance', () => {
    const schema = { items: { type: 'string' } };
    expect(pathsOf(schema, new Array(60).fill(1))).toHaveLength(50);
    expect(pathsOf(schema, new Array(20_000).fill(1))).toEqual(['/0']);
  });

  it('distinguishes equal from similar items in one pass', () => {
    const schema = { uniqueItems: true };
    expect(pathsOf(schema, [1, '1', { a: 1, b: 2 }, [1], null, true])).toEqual([]);
    expect(pathsOf(schema, [{ a: 1, b: 2 }, 3, { b: 2, a: 1 }])).toEqual(['']);
    expect(pathsOf({ uniqueItems: false }, [1, 1])).toEqual([]);
    const many = Array.from({ length: 60_000 }, (_, i) => ({ i }));
    expect(pathsOf(schema, many)).toEqual([]);
  });

  it('compiles a definition once regardless of the number of references', () => {
    const names = Array.from({ length: 400 }, (_, i) => `p${i}`);
    const large = { type: 'object', properties: Object.fromEntries(names.map((it) => [it, { type: 'string' }])) };
    const everywhere = Object.fromEntries(names.map((it) => [it, { $ref: '#/$defs/large' }]));
    expect(pathsOf({ $defs: { large }, properties: everywhere }, { p7: { p9: 1 } })).toEqual(['/p7/p9']);
  });
});

describe('metaProblems', () => {
  it('points at violations of the dialect', () => {
    expect(metaProblems({ properties: { a: { minimum: 'one' } } }, '2020-12')).toContainEqual(
      expect.objectContaining({ path: '/properties/a/minimum' }),
    );
    expect(metaProblems({ type: 'object', required: ['a'] }, 'draft-07')).toEqual([]);
  });
});

it.each([
  ['date', '2024-02-29', true],
  ['date', 'soon', false],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', true],
  ['byte', '###', false],
  ['regex', '(', false],
  ['password', 'anything', undefined],
  ['of our own', 'anything', undefined],
  ['constructor', 'anything', undefined],
])('by the format %s %j is accepted: %s', (name, text, accepted) => {
  expect(acceptsFormat(name, text)).toBe(accepted);
});
