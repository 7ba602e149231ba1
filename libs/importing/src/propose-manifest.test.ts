import type { ToolVersion } from '@assay/registry';
import { aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { proposeManifest } from './propose-manifest.js';
import type { UpstreamTool } from './upstream.js';
import { upstreamDigest } from './upstream-digest.js';

const tool: UpstreamTool = {
  name: 'read_file',
  title: 'Read file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  annotations: { readOnlyHint: true, title: 'Read file', unknownHint: 1 },
};
const propose = (it: UpstreamTool, previous?: ToolVersion) =>
  proposeManifest('acme/files', 'acme/files.read', it, previous);

/** A published tool as proposed, with a person's edits. */
const published = (it: UpstreamTool, settled: object = {}): ToolVersion =>
  aVersion({ ...propose(it).manifest, ...settled }, { upstreamDigest: upstreamDigest(it) });

describe('proposeManifest', () => {
  it("creates a first version from the upstream's data", () => {
    expect(propose(tool)).toEqual({
      state: 'new',
      previousVersion: null,
      changes: [],
      problems: [],
      notes: [],
      manifest: {
        name: 'acme/files.read',
        version: '1.0.0',
        title: 'Read file',
        description: 'Reads a file.',
        capabilities: ['data.file.read'],
        inputSchema: tool.inputSchema,
        protocol: 'mcp',
        endpoint: { server: 'acme/files', tool: 'read_file' },
        annotations: { readOnlyHint: true },
      },
    });
  });

  it('notes invented values', () => {
    const bare = propose({ name: 'x', inputSchema: null, outputSchema: [] });
    expect(bare).toMatchObject({
      state: 'new',
      manifest: { description: 'x', inputSchema: { type: 'object' }, outputSchema: {} },
    });
    expect(bare.manifest).not.toHaveProperty('annotations');
    expect(bare.notes).toEqual([
      expect.stringContaining('no description'),
      expect.stringContaining('readOnlyHint'),
      expect.stringContaining('not an object'),
      expect.stringContaining('not an object'),
    ]);
  });

  it('truncates long texts, and marks unpublishable ones as invalid', () => {
    const long = propose({ ...tool, title: 't'.repeat(300), description: 'd'.repeat(20_000) });
    expect([long.manifest.title?.length, long.manifest.description.length]).toEqual([200, 16_384]);
    const broken = propose({ ...tool, inputSchema: { type: 'string', pattern: '(?=a)' } });
    expect(broken).toMatchObject({ state: 'invalid', problems: [{ path: '/inputSchema/pattern' }] });
  });

  it("keeps a person's edits where the upstream is unchanged", () => {
    const previous = published(tool, { description: 'Better words.', version: '1.4.0' });
    expect(propose({ ...tool }, previous)).toEqual({
      manifest: previous.manifest,
      state: 'unchanged',
      previousVersion: '1.4.0',
      changes: [],
      problems: [],
      notes: [],
    });
  });

  // what changed upstream, how, next number, changed fields
  it.each<[string, Partial<UpstreamTool>, string, string[]]>([
    ['texts', { description: 'Reads any file.' }, '1.0.1', ['/description']],
    ['a promise', { annotations: { readOnlyHint: false } }, '2.0.0', ['/annotations']],
    ['the input', { inputSchema: { type: 'object' } }, '2.0.0', ['/inputSchema']],
    ['the output', { outputSchema: { type: 'object' } }, '1.1.0', ['/outputSchema']],
  ])('takes the next number when %s changed', (_, parts, version, paths) => {
    const proposal = propose({ ...tool, ...parts }, published(tool));
    expect(proposal).toMatchObject({ state: 'changed', previousVersion: '1.0.0', manifest: { version } });
    expect(proposal.changes.map((it) => it.path)).toEqual(paths);
  });

  it('below 1.0 raises the minor, and does not mind the order of members', () => {
    const previous = published(tool, { version: '0.3.1' });
    expect(propose({ ...tool, inputSchema: {} }, previous).manifest.version).toBe('0.4.0');
    const reordered = { ...tool, inputSchema: { properties: { path: { type: 'string' } }, type: 'object' } };
    expect(propose(reordered, previous).state).toBe('unchanged');
  });

  it("keeps a person's edits beside the upstream's data", () => {
    const settled = {
      name: 'acme/read',
      capabilities: ['data.file'],
      annotations: { readOnlyHint: true, honoursKey: true },
      costPerCallUsd: 0.1,
      visibility: 'public' as const,
    };
    const { manifest } = propose({ ...tool, description: 'New.' }, published(tool, settled));
    expect(manifest).toMatchObject({ ...settled, description: 'New.', version: '1.0.1' });
  });
});
