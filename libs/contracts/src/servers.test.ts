import { describe, expect, it } from '@jest/globals';
import { changeServerSchema, createImportSchema, createServerSchema } from './servers.js';

const mcp = { url: 'https://up.example/mcp' };
const openapi = { url: 'https://docs.example/openapi.json' };
const registry = { name: 'com.example/weather' };

/** Where a value breaks the schema; empty when it does not. */
const places = (schema: typeof createImportSchema | typeof createServerSchema, value: object): string[] =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('/')) ?? [];

describe('an import', () => {
  it.each([
    [{ source: { mcp }, stateless: true }, []],
    [{ source: { registry }, stateless: false }, []],
    [{ source: { openapi } }, []],
    [{ source: { openapi }, stateless: true }, ['stateless']],
    [{ source: { openapi }, stateless: false }, ['stateless']],
    [{ source: { openapi, mcp } }, ['source']],
    [{ source: { registry: { name: 'com.example/\0' } } }, ['source/registry/name']],
    [{ source: { registry: { ...registry, version: '\0' } } }, ['source/registry/version']],
  ])('%j breaks the schema at %j', (parts, broken) => {
    expect(places(createImportSchema, { namespace: 'acme', ...parts })).toEqual(broken);
  });
});

describe('a server', () => {
  it.each([
    [{ mcp, stateless: true }, []],
    [{ http: { url: 'https://api.example' } }, []],
    [{ http: { url: 'https://api.example' }, stateless: false }, ['stateless']],
  ])('%j breaks the schema at %j', (parts, broken) => {
    expect(places(createServerSchema, { name: 'acme/up', ...parts })).toEqual(broken);
  });

  it('is changed in some way', () => {
    expect(changeServerSchema.safeParse({ stateless: false }).success).toBe(true);
    for (const nothing of [{}, { mcp: undefined }]) expect(changeServerSchema.safeParse(nothing).success).toBe(false);
  });
});
