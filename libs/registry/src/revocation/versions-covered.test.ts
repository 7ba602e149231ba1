import { describe, expect, it } from '@jest/globals';
import { versionsCovered } from './versions-covered.js';

describe('versionsCovered', () => {
  it.each([
    // range, version, whether it is covered
    [null, '1.0.0', true],
    [null, 'release-7', true],
    ['^1', '1.2.0', true],
    ['^1', '1.2.0-rc.1', true],
    ['^1', '2.0.0', false],
    ['^1', 'release-7', false],
    // Versions of the registry list that are none of semantic versioning.
    ['release-7', 'release-7', true],
    ['release-7', 'release-8', false],
    ['release-7', '1.0.0', false],
    ['1.0', '1.0', true],
    ['1.0', '1.0.3', true],
  ])('of %s: %s %s', (range, version, covered) => {
    expect(versionsCovered(range)(version)).toBe(covered);
  });
});
