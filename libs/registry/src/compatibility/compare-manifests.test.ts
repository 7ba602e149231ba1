import type { Manifest } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aManifest } from '../testing/builders.js';
import { compareManifests } from './compare-manifests.js';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const manifest = (parts: Partial<Manifest>): Manifest => aManifest(parts);

// older, newer, change, least bump, strict relation, path of the heaviest difference
const rows: [string, Partial<Manifest>, Partial<Manifest>, string, string, string, string | undefined][] = [
  ['nothing', {}, {}, 'none', 'patch', 'holds', undefined],
  [
    'the order of members',
    { inputSchema: { type: 'object', properties: { a: text } } },
    { inputSchema: { properties: { a: text }, type: 'object' } },
    'none',
    'patch',
    'holds',
    undefined,
  ],
  ['a description', {}, { description: 'Another one.' }, 'none', 'patch', 'holds', undefined],
  [
    'a property described',
    { inputSchema: object({ a: text }) },
    { inputSchema: object({ a: { ...text, description: 'New.' } }) },
    'none',
    'patch',
    'holds',
    undefined,
  ],
  [
    'an optional input property',
    { inputSchema: object({ a: text }) },
    { inputSchema: object({ a: text, b: text }) },
    'additive',
    'minor',
    'fails',
    '/inputSchema/properties/b',
  ],
  [
    'a required input property',
    { inputSchema: object({ a: text }) },
    { inputSchema: object({ a: text, b: text }, { required: ['b'] }) },
    'breaking',
    'major',
    'fails',
    '/inputSchema/properties/b',
  ],
  [
    'a lower maximum',
    { inputSchema: object({ limit: { type: 'integer', maximum: 100 } }) },
    { inputSchema: object({ limit: { type: 'integer', maximum: 50 } }) },
    'breaking',
    'major',
    'fails',
    '/inputSchema/properties/limit/maximum',
  ],
  [
    'a closed object',
    { inputSchema: object({ a: text }) },
    { inputSchema: object({ a: text }, { additionalProperties: false }) },
    'none',
    'patch',
    'fails',
    undefined,
  ],
  [
    'an output property',
    { outputSchema: object({ a: text }) },
    { outputSchema: object({ a: text, b: text }) },
    'additive',
    'minor',
    'holds',
    '/outputSchema/properties/b',
  ],
  [
    'an output that may be null',
    { outputSchema: object({ a: text }) },
    { outputSchema: object({ a: { type: ['string', 'null'] } }) },
    'breaking',
    'major',
    'fails',
    '/outputSchema/properties/a/type',
  ],
  ['an output declared', {}, { outputSchema: object({ a: text }) }, 'additive', 'minor', 'holds', '/outputSchema'],
  [
    'an output no longer declared',
    { outputSchema: object({ a: text }) },
    {},
    'breaking',
    'major',
    'fails',
    '/outputSchema',
  ],
  [
    'a pattern nobody can judge',
    { inputSchema: object({ a: { ...text, pattern: '^(?:ab)+$' } }) },
    { inputSchema: object({ a: { ...text, pattern: '^(?:ab)*$' } }) },
    'unknown',
    'major',
    'unknown',
    '/inputSchema/properties/a/pattern',
  ],
  [
    'another protocol',
    { protocol: 'mcp', endpoint: { server: 'acme/a', tool: 'a' } },
    { protocol: 'http', endpoint: { url: 'https://acme.example/' } },
    'breaking',
    'major',
    'holds',
    '/protocol',
  ],
];

describe('a manifest that changes', () => {
  it.each(rows)('%s', (_name, older, newer, change, requiredBump, strict, path) => {
    const bare = { outputSchema: undefined, annotations: undefined };
    const comparison = compareManifests(manifest({ ...bare, ...older }), manifest({ ...bare, ...newer }));
    expect([comparison.change, comparison.requiredBump, comparison.strict]).toEqual([change, requiredBump, strict]);
    expect(comparison.differences.find((it) => it.kind === change)?.path).toBe(path);
  });
});

it('reports every place with the old and the new value', () => {
  const older = manifest({ inputSchema: object({ a: { enum: ['x', 'y'] }, b: text }, { required: ['b'] }) });
  const newer = manifest({ inputSchema: object({ a: { enum: ['x'] }, b: text, c: text }) });
  const reports = compareManifests(older, newer).differences.map(({ path, kind, before, after }) => [
    path,
    kind,
    before,
    after,
  ]);
  expect(reports).toEqual([
    ['/inputSchema/properties/a/enum', 'breaking', ['x', 'y'], ['x']],
    ['/inputSchema/properties/c', 'additive', undefined, text],
    ['/inputSchema/required', 'additive', ['b'], []],
  ]);
});
