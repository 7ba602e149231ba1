import { describe, expect, it } from '@jest/globals';
import { latestOf, latestUpdates } from './latest-version.js';
import type { ServerVersion } from './registry-server.js';

const aVersion = (version: string, parts: Partial<ServerVersion> = {}): ServerVersion => ({
  id: version,
  organisationId: 'org-acme',
  name: 'com.example/server',
  version,
  status: 'active',
  statusMessage: null,
  publishedAt: 1,
  updatedAt: 1,
  statusChangedAt: 1,
  isLatest: false,
  origin: null,
  official: null,
  revocation: null,
  remoteUrls: [],
  ...parts,
});

const revocation = { id: 'r', reason: 'bad', at: 1 };

describe('the latest version', () => {
  it.each([
    ['the highest', [aVersion('1.0.0'), aVersion('2.0.0'), aVersion('1.9.0')], '2.0.0'],
    ['semantic before any other', [aVersion('0.1.0'), aVersion('snapshot', { publishedAt: 9 })], '0.1.0'],
    ['of others the last published', [aVersion('a', { publishedAt: 2 }), aVersion('b')], 'a'],
    ['of equals the last published', [aVersion('1.0.0+b'), aVersion('1.0.0+a', { publishedAt: 2 })], '1.0.0+a'],
    ['a deprecated one like any', [aVersion('1.0.0'), aVersion('2.0.0', { status: 'deprecated' })], '2.0.0'],
    ['no deleted one', [aVersion('1.0.0'), aVersion('2.0.0', { status: 'deleted' })], '1.0.0'],
    ['no revoked one', [aVersion('1.0.0'), aVersion('2.0.0', { revocation })], '1.0.0'],
    [
      'the highest of all when none is left',
      [aVersion('1.0.0', { status: 'deleted' }), aVersion('2.0.0', { revocation })],
      '2.0.0',
    ],
    [
      'what its origin calls the latest',
      [aVersion('2.0.0', { official: {} }), aVersion('1.0.0', { official: { isLatest: true } })],
      '1.0.0',
    ],
  ])('is %s', (_, versions, latest) => {
    expect(latestOf(versions)?.version).toBe(latest);
    expect(latestOf(versions.toReversed())?.version).toBe(latest);
  });

  it('is none of none', () => expect(latestOf([])).toBeUndefined());

  it('is written where it changes, and only there', () => {
    const versions = [aVersion('1.0.0', { isLatest: true }), aVersion('2.0.0'), aVersion('0.1.0')];
    expect(latestUpdates(versions, 7)).toEqual([
      { id: '1.0.0', isLatest: false, updatedAt: 7 },
      { id: '2.0.0', isLatest: true, updatedAt: 7 },
    ]);
    expect(latestUpdates([aVersion('1.0.0', { isLatest: true })], 7)).toEqual([]);
  });
});
