import { aManifest, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import type { ToolVersion } from '../catalog/records.js';
import { searchedVersion } from './searched-version.js';

const version = (number: string, status: ToolVersion['status'] = 'ACTIVE') =>
  aVersion(aManifest({ version: number }), { status });

describe('searchedVersion', () => {
  // newest first, found
  it.each<[string, ToolVersion[], string | undefined]>([
    ['the newest', [version('2.0.0'), version('1.0.0')], '2.0.0'],
    ['a release before a newer pre-release', [version('2.0.0-rc.1'), version('1.0.0')], '1.0.0'],
    ['a pre-release when there is nothing else', [version('1.0.0-rc.2'), version('1.0.0-rc.1')], '1.0.0-rc.2'],
    ['a deprecated one', [version('2.0.0', 'YANKED'), version('1.0.0', 'DEPRECATED')], '1.0.0'],
    ['nothing of what no range resolves to', [version('2.0.0', 'YANKED'), version('1.0.0', 'SUNSET')], undefined],
    ['nothing of nothing', [], undefined],
  ])('is %s', (_, versions, found) => {
    expect(searchedVersion(versions)?.version).toBe(found);
  });
});
