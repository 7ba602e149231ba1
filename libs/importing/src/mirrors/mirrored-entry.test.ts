import { officialMetaKey, publisherMetaKey } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { readMirroredEntry } from './mirrored-entry.js';

const server = { name: 'com.example/weather', description: 'Weather.', version: '1.0.0' };

describe('readMirroredEntry', () => {
  it("keeps the registry's block, and of the document's `_meta` the publisher's part", () => {
    const official = {
      status: 'deprecated',
      statusMessage: 'moved',
      publishedAt: '2026-01-01T00:00:00Z',
      statusChangedAt: '2026-01-03T00:00:00Z',
      updatedAt: '2026-01-02T00:00:00.123456Z',
      isLatest: true,
      more: 1,
    };
    const provided = { [publisherMetaKey]: { tool: 'x' }, 'com.other/x': {} };
    expect(
      readMirroredEntry({ server: { ...server, _meta: provided }, _meta: { [officialMetaKey]: official, 'a/b': {} } }),
    ).toEqual({
      name: 'com.example/weather',
      version: '1.0.0',
      server: { ...server, _meta: { [publisherMetaKey]: { tool: 'x' } } },
      official,
      status: 'deprecated',
      statusMessage: 'moved',
      publishedAt: Date.UTC(2026, 0, 1),
      statusChangedAt: Date.UTC(2026, 0, 3),
      updatedAt: '2026-01-02T00:00:00.123456Z',
    });
  });

  it('treats an entry without a block as active', () => {
    expect(readMirroredEntry({ server })).toMatchObject({ official: null, status: 'active', updatedAt: null });
  });

  it('accepts a document with null for missing remotes and packages', () => {
    expect(readMirroredEntry({ server: { ...server, remotes: null, packages: null } })).toMatchObject({
      server: { remotes: null },
    });
  });

  it('keeps the valid parts of a block: texts without NUL, plausible times', () => {
    const official = {
      status: 'active',
      statusMessage: `a\0b${'x'.repeat(496)}\u{1d4b3}`,
      publishedAt: '+275760-09-12T00:00:00Z',
      statusChangedAt: '-271821-04-20T00:00:00Z',
      updatedAt: '0001-01-01T00:00:00Z',
    };
    expect(readMirroredEntry({ server, _meta: { [officialMetaKey]: official } })).toMatchObject({
      statusMessage: `a\ufffdb${'x'.repeat(496)}\ufffd`,
      publishedAt: null,
      statusChangedAt: null,
      updatedAt: null,
    });
  });

  // entry, reason
  it.each([
    [null, 'without a server'],
    [{ server: 1 }, 'without a server'],
    [{ server: { ...server, name: 'no slash' } }, 'no name'],
    [{ server: { ...server, name: 5 } }, 'no name'],
    [{ server: { ...server, version: '' } }, 'no version'],
    [{ server: { ...server, version: 'v'.repeat(256) } }, 'no version'],
    [{ server: { ...server, version: '1.0\0' } }, 'no version'],
    [{ server: { ...server, version: '\ud800' } }, 'no version'],
    [{ server: { ...server, remotes: 'none' } }, 'com.example/weather@1.0.0: remotes: '],
    [{ server: { ...server, remotes: [null] } }, 'remotes.0'],
    [{ server: { ...server, remotes: [{ type: 'sse', url: 5 }] } }, 'remotes.0.url'],
    [
      { server: { ...server, remotes: [{ type: 'sse', url: 'http://{a}.example/\0' }] } },
      'remotes: an address with NUL',
    ],
    [{ server: { ...server, packages: [{ registryType: 'npm', identifier: 'x' }] } }, 'packages.0.transport'],
    [{ server: { ...server, description: 'x'.repeat(70_000) } }, 'larger than 65536 bytes'],
  ])('refuses %#: %s', (entry, reason) => {
    expect(readMirroredEntry(entry)).toEqual({ refused: expect.stringContaining(reason) });
  });
});
