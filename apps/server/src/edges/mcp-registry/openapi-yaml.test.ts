import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { registryOpenApi } from './openapi-yaml.js';

const text = registryOpenApi();
const document = parse(text) as Record<string, unknown>;

const references = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, it]) => (key === '$ref' ? [String(it)] : references(it)));

const resolved = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe('the OpenAPI document of the MCP Registry API', () => {
  it('carries what clients recognise a registry by', () => {
    expect(text).toMatch(/^ {2}version: 1\.0\.0$/m);
    expect(text).toContain('https://github.com/modelcontextprotocol/registry');
  });

  it('refers only to what it defines, and uses no aliases', () => {
    const found = references(document);
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter((it) => resolved(it) === undefined)).toEqual([]);
    expect(text).not.toMatch(/[&*]a\d/);
  });

  it('lists each operation under its path', () => {
    expect(document.paths).toMatchObject({
      '/v0.1/publish': { post: { requestBody: { required: true }, security: [{ bearerAuth: [] }] } },
      '/v0.1/servers/{serverName}/versions/{version}': { get: {} },
    });
  });
});
