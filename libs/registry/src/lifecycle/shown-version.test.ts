import { describe, expect, it } from '@jest/globals';
import type { ToolVersion } from '../records.js';
import type { Revocation } from '../revocation/revocation.js';
import { aManifest, aVersion } from '../testing/builders.js';
import { shownVersion } from './shown-version.js';

const v = (version: string, status: ToolVersion['status'] = 'ACTIVE') => aVersion(aManifest({ version }), { status });
const none = { of: () => undefined };

describe('shownVersion', () => {
  it.each<[string, ToolVersion[], string | undefined]>([
    ['the newest in use', [v('3.0.0', 'SUNSET'), v('2.0.0', 'YANKED'), v('1.1.0', 'DEPRECATED'), v('1.0.0')], '1.1.0'],
    ['a pre-release when it is the newest', [v('2.0.0-rc.1'), v('1.0.0')], '2.0.0-rc.1'],
    ['the newest of what has ended', [v('2.0.0', 'YANKED'), v('1.0.0', 'SUNSET')], '2.0.0'],
    ['nothing of nothing', [], undefined],
  ])('is %s', (_, versions, shown) => {
    expect(shownVersion(versions, none)?.version).toBe(shown);
  });

  it('is no revoked one while there is another', () => {
    const of = ({ versionKey }: { versionKey: string }) => (versionKey === '2.0.0' ? ({} as Revocation) : undefined);
    expect(shownVersion([v('2.0.0'), v('1.0.0')], { of })?.version).toBe('1.0.0');
    expect(shownVersion([v('2.0.0')], { of })?.version).toBe('2.0.0');
  });
});
