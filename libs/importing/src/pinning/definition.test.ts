import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { upstreamDigest } from '../upstream-digest.js';
import { definitionOf, derivedDefinition } from './definition.js';

describe('definitionOf', () => {
  it('contains exactly the pinned members, and has the same digest', () => {
    const tool = { name: 'a', title: 'A', description: 'Does a', inputSchema: {}, outputSchema: {}, annotations: {} };
    const listed = { ...tool, icons: ['x'], _meta: { at: 'now' } };
    expect(definitionOf(listed)).toEqual(tool);
    expect(upstreamDigest(definitionOf(listed))).toBe(upstreamDigest(listed));
    expect(Object.keys(definitionOf({ name: 'b', inputSchema: null }))).toEqual(['name', 'inputSchema']);
  });
});

it("an operation's method and path are part of its definition", () => {
  const http = { url: '/pets', method: 'GET' as const };
  const auth = { upstream: 'shared' as const };
  const listed = { name: 'listPets', description: 'Lists.', inputSchema: { type: 'object' }, http, auth, notes: ['x'] };
  const { notes: _notes, ...pinned } = listed;
  expect(definitionOf(listed)).toEqual(pinned);
  expect(upstreamDigest(definitionOf(listed))).toBe(upstreamDigest(listed));
  const manifest = aManifest({
    ...{ protocol: 'http', endpoint: { server: 'acme/pets', ...http }, auth },
    ...{ description: 'Lists.', inputSchema: { type: 'object' } },
  });
  expect(derivedDefinition(manifest, 'listPets')).toEqual(pinned);
});

describe('derivedDefinition', () => {
  it('is derived from the manifest, under the upstream’s own name', () => {
    const manifest = aManifest({ title: 'Create', annotations: { readOnlyHint: false, honoursKey: true } });
    expect(derivedDefinition(manifest, 'create_order')).toEqual({
      name: 'create_order',
      title: 'Create',
      description: manifest.description,
      inputSchema: manifest.inputSchema,
      annotations: { readOnlyHint: false },
    });
    expect(derivedDefinition(aManifest({ annotations: { honoursKey: true } }), 'a')).not.toHaveProperty('annotations');
  });
});
