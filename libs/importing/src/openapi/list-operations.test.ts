import { describe, expect, it } from '@jest/globals';
import { aDocument } from './a-document.fixture.js';
import type { OpenApiDocument } from './document.js';
import { documentCaps, listOperations } from './list-operations.js';

let pauses = 0;
const list = (document: OpenApiDocument, baseUrl?: string) => {
  pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  return listOperations(document, pause, baseUrl);
};
const get = (operationId: string) => ({ operationId, responses: {} });

describe('listOperations', () => {
  it('lists every operation, and where they are called', async () => {
    const paths = {
      '/pets': { get: get('list'), post: get('add'), trace: get('trace'), parameters: [], 'x-own': {} },
      '/shared': { $ref: '#/components/pathItems/shared' },
      'no-path': { get: get('none') },
    };
    const listed = await list(aDocument(paths, { components: { pathItems: { shared: { delete: get('remove') } } } }));
    expect(listed).toMatchObject({
      ok: true,
      value: { name: 'Pet Store', version: '2', baseUrl: 'https://pets.example/v1' },
    });
    expect(listed.ok && listed.value.tools.map((it) => [it.name, it.http?.method, it.http?.url])).toEqual([
      ['list', 'GET', '/pets'],
      ['add', 'POST', '/pets'],
      ['remove', 'DELETE', '/shared'],
    ]);
  });

  it('calls the given base address', async () => {
    expect(await list(aDocument({}, { servers: [] }), 'https://mine.example')).toMatchObject({
      value: { baseUrl: 'https://mine.example' },
    });
  });

  it('rejects unresolvable, uncallable or too large parts, with their place', async () => {
    const away = aDocument({ '/a': { get: { responses: { 200: { $ref: 'other.yaml' } } } } });
    expect(await list(away)).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/paths/~1a/get/responses/200/$ref' }] },
    });
    expect(await list(aDocument({}, { servers: [{ url: '/v1' }] }))).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/source/openapi/baseUrl' }] },
    });
    const paths = Object.fromEntries(
      Array.from({ length: documentCaps.operations + 1 }, (_, n) => [`/${n}`, { get: get(`o${n}`) }]),
    );
    expect(await list(aDocument(paths))).toMatchObject({
      error: { message: expect.stringContaining('2001 operations') },
    });
  });

  it('yields while it reads a large document', async () => {
    const paths = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`/${n}`, { get: get(`o${n}`) }]));
    const listed = await list(aDocument(paths));
    expect([listed.ok && listed.value.tools.length, pauses]).toEqual([100, 4]);
  });

  it('pauses after each operation with large schemas', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, n) => [`property${n}`, { type: 'string' }]),
    );
    const schemas = { Large: { type: 'object', properties } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Large' } } };
    const post = (n: number) => ({ post: { ...get(`op${n}`), requestBody: { content } } });
    const paths = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`/x${n}`, post(n)]));
    const listed = await list(aDocument(paths, { components: { schemas } }));
    expect([listed.ok && listed.value.tools.length, pauses]).toEqual([8, 7]);
  });
});
