import { describe, expect, it } from '@jest/globals';
import type { Json } from './document.js';
import { freeName, parametersOf, readParameters } from './parameters.js';
import { References } from './references.js';
import { SchemaBundle } from './schema-bundle.js';

function read(...parameters: Json[]) {
  const notes = new Set<string>();
  const bundle = new SchemaBundle({ openapi: '3.1.0' }, 'input', notes);
  return { properties: readParameters(parameters, bundle, notes), notes: [...notes] };
}
const query = (name: string, parts: Json = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...parts });

describe('parametersOf', () => {
  const references = new References({ components: { parameters: { page: query('page') } } });
  const names = (path: string, item: Json, operation: Json) =>
    parametersOf(path, item, operation, references).map((it) => `${it.in} ${it.name} ${it.description ?? ''}`.trim());

  it('are those of the path, unless the operation overrides them by name and place', () => {
    const item = { parameters: [query('a', { description: 'shared' }), query('b')] };
    const operation = { parameters: [query('a', { description: 'own' }), { $ref: '#/components/parameters/page' }] };
    expect(names('/x', item, operation)).toEqual(['query a own', 'query b', 'query page']);
  });

  it('include undeclared placeholders of the path', () => {
    const declared = {
      parameters: [
        { name: 'id', in: 'path', description: 'd' },
        { name: 'gone', in: 'path' },
      ],
    };
    expect(names('/x/{id}/{other}', {}, declared)).toEqual(['path id d', 'path other']);
  });
});

describe('readParameters', () => {
  it('makes properties, required where they must be', () => {
    const { properties } = read(
      { name: 'id', in: 'path', schema: { type: 'integer' } },
      query('q', { required: 'true', description: 'Words', example: 'tea', deprecated: true }),
      { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      { name: 'theme', in: 'cookie', schema: { type: 'string', description: 'own' }, description: 'outer' },
    );
    expect(properties).toEqual([
      { name: 'id', schema: { type: 'integer' }, required: true, place: 'path', encoding: {} },
      {
        name: 'q',
        schema: { type: 'string', description: 'Words', examples: ['tea'], deprecated: true },
        required: true,
        place: 'query',
        encoding: {},
      },
      { name: 'X-Trace', schema: { type: 'string' }, required: false, place: 'header', encoding: {} },
      { name: 'theme', schema: { type: 'string', description: 'own' }, required: false, place: 'cookie', encoding: {} },
    ]);
  });

  it('names the second of two by its place', () => {
    const { properties } = read({ name: 'id', in: 'path' }, query('id'), { name: 'id', in: 'header' });
    expect(properties.map(({ name, encoding }) => [name, encoding.name])).toEqual([
      ['id', undefined],
      ['query_id', 'id'],
      ['header_id', 'id'],
    ]);
  });

  // the parameter, how it is written
  it.each<[Json, object]>([
    [query('a', { schema: { type: 'array' } }), {}],
    [query('a', { schema: { type: 'array' }, explode: false }), { style: 'form', explode: false }],
    [query('a', { style: 'pipeDelimited' }), { style: 'pipeDelimited', explode: false }],
    [query('a', { style: 'deepObject', explode: true }), { style: 'deepObject', explode: true }],
    [query('a', { schema: { type: 'object' } }), { style: 'form', explode: true }],
    [query('a', { schema: {} }), { style: 'form', explode: true }],
    [
      query('a', { schema: undefined, content: { 'application/json': { schema: { type: 'object' } } } }),
      { style: 'json' },
    ],
    [query('a', { style: 'odd' }), {}],
    [
      { name: 'a', in: 'path', style: 'matrix', schema: { type: 'string' } },
      { style: 'matrix', explode: false },
    ],
    [{ name: 'a', in: 'cookie', style: 'cookie', schema: { type: 'string' } }, {}],
  ])('records how %j is serialised: %j', (parameter, encoding) => {
    expect(read(parameter).properties[0]?.encoding).toEqual(encoding);
  });

  it('omits headers that are declared elsewhere or belong to the connection, and unknown places', () => {
    const headers = ['Accept', 'content-type', 'Authorization', 'Host', 'Transfer-Encoding'];
    const { properties, notes } = read(
      ...headers.map((name) => ({ name, in: 'header' })),
      { name: 'all', in: 'querystring' },
      { in: 'query' },
      query('kept', { allowReserved: true }),
    );
    expect(properties.map((it) => it.name)).toEqual(['kept']);
    expect(notes).toHaveLength(5);
  });
});

describe('freeName', () => {
  it('adds a number when both names are taken', () => {
    expect(freeName('a', 'b', new Set())).toBe('a');
    expect(freeName('a', 'b', new Set(['a']))).toBe('b');
    expect(freeName('a', 'b', new Set(['a', 'b', 'b_2']))).toBe('b_3');
  });
});
