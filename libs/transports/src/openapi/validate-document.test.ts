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

  it('tells of paths and components apart, each place once', async () => {
    const get = { ...operation, cache: {}, parameters: [{ name: 'a', in: 'query', required: 'yes', schema: {} }] };
    const found = await validateDocument({ ...frame, openapi: '3.0.0', paths: { '/pets': { get } } });
    expect(found.frame).toEqual([]);
    expect(found.problems).toEqual(
      expect.arrayContaining([
        { path: '/paths/~1pets/get/cache', message: 'is not known to OpenAPI' },
        { path: '/paths/~1pets/get/parameters/0/required', message: 'must be boolean' },
      ]),
    );
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
});
