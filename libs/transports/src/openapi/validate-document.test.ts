import { describe, expect, it } from '@jest/globals';
import { validateDocument } from './validate-document.js';

const frame = { info: { title: 'A', version: '1' }, paths: {} };
const operation = { responses: { 200: { description: 'Done' } } };

describe('validateDocument', () => {
  it.each(['3.0.3', '3.1.0', '3.1.1', '3.2.0'])('has nothing against a valid document of %s', async (openapi) => {
    const paths = { '/pets': { get: operation } };
    expect(await validateDocument({ ...frame, openapi, paths })).toEqual({ frame: [], problems: [] });
  });

  it.each([
    [{ swagger: '2.0' }, 'it is 2.0'],
    [{}, 'it has none'],
    [{ openapi: 3.1 }, 'it has none'],
    [{ openapi: '3.11.0' }, 'it is 3.11.0'],
  ])('refuses %j', async (parts, why) => {
    const { frame: found } = await validateDocument({ ...frame, ...parts });
    expect(found).toEqual([{ path: '/openapi', message: expect.stringContaining(why) }]);
  });

  it('finds what is wrong with the frame', async () => {
    const found = await validateDocument({ openapi: '3.1.0', info: { title: 7 }, paths: { pets: {} } });
    expect(found.frame.map(({ path }) => path)).toEqual(expect.arrayContaining(['/info/title', '/info/version']));
  });

  it('tells of the first thing in each operation apart', async () => {
    const get = { ...operation, cache: {} };
    const put = { ...operation, parameters: [{ name: 'a', in: 'query', required: 'yes', schema: {} }] };
    const found = await validateDocument({ ...frame, openapi: '3.0.0', paths: { '/pets': { get, put } } });
    expect(found.frame).toEqual([]);
    expect(found.problems).toEqual([
      { path: '/paths/~1pets/get/cache', message: 'is not known to OpenAPI' },
      { path: '/paths/~1pets/put/parameters/0/required', message: 'must be boolean' },
    ]);
  });

  it('leaves references to others, and the document as it was', async () => {
    const root = {
      ...frame,
      openapi: '3.1.0',
      paths: { '/a': { get: { ...operation, parameters: [{ $ref: 'away.json' }] } } },
    };
    const before = structuredClone(root);
    expect(await validateDocument(root)).toEqual({ frame: [], problems: [] });
    expect(root).toEqual(before);
  });

  it('takes the time of its size, however much is wrong', async () => {
    const parameters = Array(100_000).fill(0);
    const found = await validateDocument({
      ...frame,
      openapi: '3.0.0',
      paths: { '/a': { get: { ...operation, parameters } } },
    });
    expect(found).toEqual({
      frame: [],
      problems: [{ path: '/paths/~1a/get/parameters/0', message: expect.any(String) }],
    });
    const servers = Array(100_000).fill(0);
    expect((await validateDocument({ ...frame, openapi: '3.1.0', servers })).frame).toHaveLength(1);
  });

  it('looks at what a path shares, at components, and at paths that are none', async () => {
    const found = await validateDocument({
      ...frame,
      openapi: '3.0.0',
      paths: { '/a': { parameters: [{ name: 'a' }], get: operation }, '/b': 7 },
      components: { securitySchemes: { key: { type: 'odd' } } },
    });
    expect(found.problems.map(({ path }) => path)).toEqual([
      expect.stringContaining('/paths/~1a/parameters/0'),
      '/paths/~1b',
      expect.stringContaining('/components/securitySchemes/key'),
    ]);
  });
});
