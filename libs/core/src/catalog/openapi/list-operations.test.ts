import { describe, expect, it } from '@jest/globals';
import { aDocument } from './a-document.fixture.js';
import { documentCaps, listOperations } from './list-operations.js';

const get = (operationId: string) => ({ operationId, responses: {} });

describe('listOperations', () => {
  it('lists every operation, and where they are called', () => {
    const paths = {
      '/pets': { get: get('list'), post: get('add'), trace: get('trace'), parameters: [], 'x-own': {} },
      '/shared': { $ref: '#/components/pathItems/shared' },
      'no-path': { get: get('none') },
    };
    const listed = listOperations(
      aDocument(paths, { components: { pathItems: { shared: { delete: get('remove') } } } }),
    );
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

  it('calls where it is told to', () => {
    expect(listOperations(aDocument({}, { servers: [] }), 'https://mine.example')).toMatchObject({
      value: { baseUrl: 'https://mine.example' },
    });
  });

  it('refuses what it cannot follow, call or hold, and says where', () => {
    const away = aDocument({ '/a': { get: { responses: { 200: { $ref: 'other.yaml' } } } } });
    expect(listOperations(away)).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/paths/~1a/get/responses/200/$ref' }] },
    });
    expect(listOperations(aDocument({}, { servers: [{ url: '/v1' }] }))).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/source/openapi/baseUrl' }] },
    });
    const paths = Object.fromEntries(
      Array.from({ length: documentCaps.operations + 1 }, (_, n) => [`/${n}`, { get: get(`o${n}`) }]),
    );
    expect(listOperations(aDocument(paths))).toMatchObject({
      error: { message: expect.stringContaining('2001 operations') },
    });
  });
});
