import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { UpstreamTool } from '../upstream.js';
import { upstreamDigest } from '../upstream-digest.js';
import { observe } from './drift.js';
import { findingOf, pinnedDefinitions } from './finding.js';

const was: UpstreamTool = { name: 'create_order', description: 'Creates.', inputSchema: { type: 'object' } };
const manifest = aManifest({ description: 'Edited by hand.', inputSchema: was.inputSchema as object as never });
const version = aVersion(manifest, { upstreamDigest: upstreamDigest(was) });
const find = (listed: UpstreamTool[], kept = new Map([[upstreamDigest(was), was]])) =>
  findingOf(observe([version], listed)[0] as never, kept, 17, 'acme/orders');

describe('findingOf', () => {
  it("reports differences from the stored definition, independent of a person's edits", () => {
    const listed = { ...was, description: 'Does more.', title: 'T' };
    expect(find([listed])).toEqual({
      finding: 'acme/orders defines "create_order" in another way than the version is pinned to (/description, /title)',
      observedDigest: upstreamDigest(listed),
      diff: [
        { path: '/description', before: 'Creates.', after: 'Does more.' },
        { path: '/title', after: 'T' },
      ],
      diffIsComplete: true,
      observedAt: 17,
    });
  });

  it('falls back on the manifest where the definition was not stored, and reports that', () => {
    expect(find([{ ...was, description: 'Does more.' }], new Map())).toMatchObject({
      diff: [{ path: '/description', before: 'Edited by hand.', after: 'Does more.' }],
      diffIsComplete: false,
    });
  });

  it('lists three places and counts the rest', () => {
    const listed = { ...was, title: 'T', description: 'D', annotations: {}, outputSchema: {} };
    expect(find([listed]).finding).toMatch(/\(\/annotations, \/description, \/outputSchema and 1 more\)$/);
  });

  it('reports a removed tool', () => {
    expect(find([])).toMatchObject({
      finding: 'acme/orders lists "create_order" no more',
      observedDigest: null,
      diff: [],
      diffIsComplete: true,
    });
  });
});

describe('pinnedDefinitions', () => {
  it('requests each digest once, and none without drift', async () => {
    const asked: string[][] = [];
    const looks = { definitions: async (digests: string[]) => new Map(asked.push(digests) ? [] : []) } as never;
    const drifted = observe([version, { ...version, id: 'other' }], []);
    await pinnedDefinitions(looks, drifted);
    await pinnedDefinitions(looks, []);
    expect(asked).toEqual([[upstreamDigest(was)]]);
  });
});
