import { describe, expect, it } from '@jest/globals';
import { predecessorOf } from './predecessor.js';
import type { ToolVersion } from './records.js';
import { aManifest, aVersion } from './testing/builders.js';

const versions = (...numbers: string[]) => numbers.map((version) => aVersion(aManifest({ version })));
const found = (key: string, among: readonly ToolVersion[], isRevoked = (_: ToolVersion) => false) => {
  const former = predecessorOf(key, among, isRevoked);
  return former && [former.version.version, former.sameLine];
};

describe('predecessorOf', () => {
  it.each<[string, string[], unknown]>([
    ['1.0.0', [], undefined],
    ['1.0.0', ['1.0.1', '2.0.0'], undefined],
    ['1.0.1', ['1.0.0', '1.1.0'], ['1.0.0', true]],
    ['1.2.0', ['1.0.0', '1.1.0', '2.0.0'], ['1.1.0', true]],
    ['2.0.0', ['1.9.0', '2.0.0-rc.1'], ['1.9.0', false]],
    ['2.0.0', ['2.0.0-rc.1', '2.0.0-rc.2'], ['2.0.0-rc.2', true]],
    ['0.2.0', ['0.1.0'], ['0.1.0', false]],
    ['0.1.1', ['0.1.0'], ['0.1.0', true]],
  ])('of %s among %j is %j', (key, among, expected) => {
    expect(found(key, versions(...among))).toEqual(expected);
  });

  it('is no version that was yanked or revoked', () => {
    const [first, second, third] = versions('1.0.0', '1.1.0', '1.2.0') as [ToolVersion, ToolVersion, ToolVersion];
    const among = [first, { ...second, status: 'YANKED' as const }, third];
    expect(found('1.3.0', among, (it) => it === third)).toEqual(['1.0.0', true]);
  });
});
