import { describe, expect, it } from '@jest/globals';
import { aDocument } from './a-document.fixture.js';
import type { Json, OpenApiDocument } from './document.js';
import { type Method, readOperation } from './read-operation.js';

const base = 'https://pets.example/v1';
function read(
  method: Method,
  operation: Json,
  { path = '/pets/{id}', pathItem = {} as Json, document = aDocument({}) as OpenApiDocument } = {},
) {
  return readOperation(document, { path, method, pathItem, operation }, base);
}

describe('readOperation', () => {
  it('makes a tool of an operation', () => {
    const tool = read('PUT', {
      operationId: 'renamePet',
      summary: 'Rename a pet',
      description: 'Gives it another name.',
      tags: ['Pets', 'Pets', ''],
      parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          },
        },
      },
      responses: { 200: { content: { 'application/json': { schema: { type: 'boolean' } } } } },
    });
    expect(tool).toEqual({
      name: 'renamePet',
      title: 'Rename a pet',
      description: 'Rename a pet\n\nGives it another name.',
      inputSchema: {
        type: 'object',
        properties: { dry: { type: 'boolean' }, id: { type: 'string' }, name: { type: 'string' } },
        required: ['id', 'name'],
      },
      outputSchema: { type: 'boolean' },
      annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },
      http: {
        url: '/pets/{id}',
        method: 'PUT',
        parameters: { dry: 'query', id: 'path', name: 'body' },
        bodyType: 'application/json',
      },
      auth: { upstream: 'none' },
      capabilities: ['pets'],
      notes: [],
    });
  });

  it.each<[Method, object]>([
    ['GET', { readOnlyHint: true, idempotentHint: true, destructiveHint: false }],
    ['HEAD', { readOnlyHint: true, idempotentHint: true, destructiveHint: false }],
    ['PUT', { readOnlyHint: false, idempotentHint: true }],
    ['DELETE', { readOnlyHint: false, idempotentHint: true, destructiveHint: true }],
    ['POST', { readOnlyHint: false, idempotentHint: false }],
    ['PATCH', { readOnlyHint: false, idempotentHint: false }],
  ])('derives the hints of %s from its method: %j', (method, hints) => {
    expect(read(method, {}).annotations).toEqual({ ...hints, openWorldHint: true });
  });

  it('handles missing names, and uses the available texts', () => {
    expect(read('GET', {}, { path: '/' }).name).toBe('get');
    expect(read('GET', {}, { path: '/pets/{petId}/toys' }).name).toBe('get_pets_petId_toys');
    expect(read('GET', { summary: 'List', description: 'List of pets' }).description).toBe('List of pets');
    expect(read('GET', {}, { pathItem: { description: 'Of the path' } }).description).toBe('Of the path');
    expect(read('GET', {})).not.toHaveProperty('description');
  });

  it('rejects unknown properties, unless its body allows them', () => {
    expect(read('GET', {}).inputSchema).toMatchObject({ additionalProperties: false });
    const requestBody = { content: { 'application/json': { schema: { type: 'array' } } } };
    expect(read('POST', { requestBody })).toMatchObject({
      inputSchema: { additionalProperties: false },
      http: { body: 'body' },
    });
    const open = { content: { 'application/json': { schema: { type: 'object', properties: { a: {} } } } } };
    expect(read('POST', { requestBody: open }).inputSchema).not.toHaveProperty('additionalProperties');
  });

  it('notes lost and unusual parts', () => {
    const problems = [
      { path: '/paths/~1pets~1{id}/get/cache', message: 'is not known' },
      { path: '/paths/~1pets~1{id}/put/cache', message: 'is not known' },
      { path: '/paths/~1pets/get/cache', message: 'is not known' },
    ];
    const { notes } = read('GET', { deprecated: true, requestBody: {} }, { document: aDocument({}, { problems }) });
    expect(notes).toEqual([
      expect.stringContaining('breaks the OpenAPI specification: /paths/~1pets~1{id}/get/cache is not known'),
      expect.stringContaining('body was skipped'),
      expect.stringContaining('deprecated'),
    ]);
  });

  it('is called at its own server, with the full address', () => {
    const elsewhere = read('GET', { servers: [{ url: 'https://upload.example/v9/' }] });
    expect(elsewhere.http?.url).toBe('https://upload.example/v9/pets/{id}');
    expect(elsewhere.notes).toEqual([expect.stringContaining("without the server's credentials")]);
    const same = read('GET', {}, { pathItem: { servers: [{ url: 'https://pets.example/v1' }] } });
    expect([same.http?.url, same.notes]).toEqual(['/pets/{id}', []]);
    expect(read('GET', { servers: [{ url: 'ftp://x' }] }).http?.url).toBe('/pets/{id}');
  });

  it('leaves a too large output untyped', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, n) => [`p${n}`, { description: 'x'.repeat(60) }]),
    );
    const responses = { 200: { content: { 'application/json': { schema: { properties } } } } };
    const tool = read('GET', { responses });
    expect([tool.outputSchema, tool.notes?.length]).toEqual([undefined, 1]);
  });
});
