import { aManifest } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { upstreamDigest } from '../digests.js';
import { definitionOf, derivedDefinition } from './definition.js';

describe('definitionOf', () => {
  it('keeps what is pinned and nothing else, and has the same digest', () => {
    const tool = { name: 'a', title: 'A', description: 'Does a', inputSchema: {}, outputSchema: {}, annotations: {} };
    const listed = { ...tool, icons: ['x'], _meta: { at: 'now' } };
    expect(definitionOf(listed)).toEqual(tool);
    expect(upstreamDigest(definitionOf(listed))).toBe(upstreamDigest(listed));
    expect(Object.keys(definitionOf({ name: 'b', inputSchema: null }))).toEqual(['name', 'inputSchema']);
  });
});

describe('derivedDefinition', () => {
  it('is what the manifest kept of its upstream, under the upstream’s own name', () => {
    const manifest = aManifest({ title: 'Create', annotations: { readOnlyHint: false, honoursKey: true } });
    expect(derivedDefinition(manifest)).toEqual({
      name: 'create_order',
      title: 'Create',
      description: manifest.description,
      inputSchema: manifest.inputSchema,
      annotations: { readOnlyHint: false },
    });
    expect(derivedDefinition(aManifest({ annotations: { honoursKey: true } }))).not.toHaveProperty('annotations');
  });
});
