import { describe, expect, it } from '@jest/globals';
import { checkManifest } from './check-manifest.js';
import { aManifest } from './testing/builders.js';

const problemsOf = (parts: object): Record<string, string> => {
  const checked = checkManifest({ ...aManifest(), ...parts });
  return checked.ok ? {} : Object.fromEntries(checked.error.map((it) => [it.path, it.message]));
};

describe('checkManifest', () => {
  it('passes an ordinary manifest, and a whole one', () => {
    expect(checkManifest(aManifest()).ok).toBe(true);
    const whole = {
      title: 'Create order',
      capabilities: ['commerce.order.create'],
      outputSchema: { type: 'object' },
      auth: { scopes: ['orders:write'], upstream: 'caller', scheme: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      sla: { p50Ms: 80, p95Ms: 200, p99Ms: 400, availability: 0.995 },
      costPerCallUsd: 0.002,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
        honoursKey: true,
      },
      compensation: { class: 'full', tool: 'acme/orders.cancel@^1', input: '{ "id": output.id }' },
      sanity: [{ name: 'total', kind: 'range', expression: 'output.total >= 0', severity: 'CRITICAL' }],
      examples: [{ name: 'one', input: { item: 'x' }, output: {}, match: 'subset' }],
      testEndpoint: 'https://test.acme.example/',
      compatibility: { platform: '>=1 <3' },
      security: { audit: 'self', evidenceUrl: 'https://acme.example/audit' },
      visibility: 'public',
    };
    expect(checkManifest({ ...aManifest(), ...whole })).toMatchObject({ ok: true });
  });

  it('accepts a cache on read-only tools only, and shares no results of own credentials', () => {
    const cache = { ttlSeconds: 60, scope: 'organisation' };
    const annotations = { readOnlyHint: true };
    expect(problemsOf({ cache, annotations })).toEqual({});
    expect(problemsOf({ cache })).toEqual({ '/cache': expect.stringContaining('requires a read-only tool') });
    expect(problemsOf({ cache, annotations: { readOnlyHint: false } })).toHaveProperty(['/cache']);
    expect(problemsOf({ cache, annotations, auth: { upstream: 'caller' } })).toEqual({
      '/cache/scope': 'must be caller, because auth.upstream is caller',
    });
    const endpoint = { notation: 'pipeline', definition: {} };
    expect(problemsOf({ cache, annotations, protocol: 'composite', endpoint })).toHaveProperty(['/cache']);
    expect(problemsOf({ cache: { ttlSeconds: 0, scope: 'all' }, annotations })).toMatchObject({
      '/cache/ttlSeconds': expect.any(String),
      '/cache/scope': expect.any(String),
    });
  });

  it('reports every problem at once, each with its pointer', () => {
    const found = problemsOf({
      name: 'No Slash',
      version: 'v1',
      description: undefined,
      extra: 1,
      compatibility: { platform: 'soon' },
      inputSchema: { type: 'objekt', properties: { a: { type: 'string', pattern: '(?=x)' } } },
      endpoint: { server: 'acme', tool: '' },
    });
    expect(Object.keys(found).sort()).toEqual([
      '/compatibility/platform',
      '/description',
      '/endpoint/server',
      '/endpoint/tool',
      '/extra',
      '/inputSchema/properties/a/pattern',
      '/inputSchema/type',
      '/name',
      '/version',
    ]);
    expect(found['/description']).toBe('is required');
  });

  // problem, parts, pointer
  it.each([
    ['a number that is no version', { version: '1.2' }, '/version'],
    ['a version with a leading v', { version: 'v1.2.3' }, '/version'],
    ['an unknown field deep inside', { sla: { p97Ms: 1 } }, '/sla/p97Ms'],
    ['an endpoint of another protocol', { protocol: 'http' }, '/endpoint/url'],
    [
      'a schema in an unknown dialect',
      { inputSchema: { $schema: 'http://json-schema.org/draft-03/schema#' } },
      '/inputSchema/$schema',
    ],
    ['an input that is no object', { inputSchema: { type: 'string' } }, '/inputSchema/type'],
    [
      'a reference that would be fetched',
      { inputSchema: { $ref: 'https://evil.example/schema.json' } },
      '/inputSchema/$ref',
    ],
    ['a reference that leads nowhere', { inputSchema: { $ref: '#/$defs/none' } }, '/inputSchema'],
    [
      'a back-reference',
      { inputSchema: { properties: { a: { pattern: '(a)\\1' } } } },
      '/inputSchema/properties/a/pattern',
    ],
    ['a description that is too long', { description: 'x'.repeat(16_385) }, '/description'],
    ['a tag with capitals', { capabilities: ['Data'] }, '/capabilities/0'],
  ])('refuses %s', (_, parts, path) => {
    expect(Object.keys(problemsOf(parts))).toContain(path);
  });

  it('rejects excessive nesting without recursion', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 5_000; depth += 1) schema = { not: schema };
    expect(Object.values(problemsOf({ inputSchema: schema }))[0]).toMatch(/nested deeper than 80/);
  });

  it('caps the depth of a schema below that', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 70; depth += 1) schema = { not: schema };
    expect(Object.values(problemsOf({ inputSchema: schema }))[0]).toMatch(/nested deeper than 64/);
  });

  it('reads a property called like a keyword as a property', () => {
    expect(
      problemsOf({
        inputSchema: { type: 'object', properties: { pattern: { type: 'string' }, $ref: { type: 'string' } } },
      }),
    ).toEqual({});
  });

  it.each([null, 1, 'x', []])('refuses %j', (candidate) => {
    expect(checkManifest(candidate)).toMatchObject({ ok: false });
  });
});
