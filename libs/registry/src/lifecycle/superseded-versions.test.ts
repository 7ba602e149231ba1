import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import type { StatusChange, ToolVersion } from '../records.js';
import { aManifest, aVersion } from '../testing/builders.js';
import { supersededByRelease, supersededVersions } from './superseded-versions.js';

const now = Date.UTC(2026, 0, 1);
const v = (version: string, parts: Partial<ToolVersion> = {}) => aVersion(aManifest({ version }), parts);
const statusChange = (supersededBy: string | null): StatusChange => ({
  at: now,
  reason: 'because',
  supersededBy,
  notice: null,
});
const said = (versions: ToolVersion[], hidden: readonly string[] = []) =>
  supersededVersions(versions, now, (release) => !hidden.includes(release.version)).map(
    ({ version, by }) => `${version.version} by ${by.version}`,
  );

describe('supersededVersions', () => {
  // what, versions, superseded
  it.each<[string, ToolVersion[], string[]]>([
    ['a new major', [v('2.0.0'), v('1.1.0'), v('1.0.0')], ['1.1.0 by 2.0.0', '1.0.0 by 2.0.0']],
    ['a new minor', [v('1.1.0'), v('1.0.0')], []],
    ['a new minor below 1.0', [v('0.2.0'), v('0.1.1'), v('0.1.0')], ['0.1.1 by 0.2.0', '0.1.0 by 0.2.0']],
    ['a new patch below 1.0', [v('0.1.1'), v('0.1.0')], []],
    ['1.0 after what was below', [v('1.0.0'), v('0.9.0')], ['0.9.0 by 1.0.0']],
    ['a pre-release of a new major', [v('2.0.0-rc.1'), v('1.0.0')], []],
    ['a new major, for pre-releases of the old one', [v('2.0.0'), v('1.1.0-rc.1')], ['1.1.0-rc.1 by 2.0.0']],
    ['a new major, for its own pre-releases', [v('2.0.0'), v('2.0.0-rc.1')], []],
    ['two new majors', [v('3.0.0'), v('2.0.0'), v('1.0.0')], ['2.0.0 by 3.0.0', '1.0.0 by 3.0.0']],
    ['one that has not reached the stage', [v('2.0.0'), v('1.0.0', { stage: 'BETA' })], []],
    ['one that has not reached the line’s stage', [v('2.0.0'), v('1.1.0'), v('1.0.0', { stage: 'BETA' })], []],
    [
      'one that has reached it, of two',
      [v('3.0.0'), v('2.0.0', { stage: 'BETA' }), v('1.0.0', { stage: 'BETA' })],
      ['1.0.0 by 2.0.0'],
    ],
    [
      'one that has gone beyond',
      [v('2.0.0', { stage: 'VERIFIED' }), v('1.0.0', { stage: 'BETA' })],
      ['1.0.0 by 2.0.0'],
    ],
    [
      'one, where the proven version of the old line no longer resolves',
      [v('2.0.0'), v('1.1.0'), v('1.0.0', { stage: 'BETA', status: 'YANKED' })],
      ['1.1.0 by 2.0.0'],
    ],
    ['one that is deprecated itself', [v('2.0.0', { status: 'DEPRECATED' }), v('1.0.0')], []],
    ['one that is yanked', [v('2.0.0', { status: 'YANKED' }), v('1.0.0')], []],
    ['one in quarantine', [v('2.0.0', { quarantined: { since: 0, finding: 'drift' } }), v('1.0.0')], []],
    [
      'one, beside versions that are on their way already',
      [
        v('2.0.0'),
        v('1.2.0', { status: 'DEPRECATED' }),
        v('1.1.0', { status: 'YANKED' }),
        v('1.0.0', { status: 'SUNSET' }),
      ],
      [],
    ],
    ['nothing', [v('1.0.0')], []],
  ])('of %s', (_, versions, superseded) => {
    expect(said(versions)).toEqual(superseded);
  });

  it('counts no release that the users of the old one could not use', () => {
    expect(said([v('2.0.0'), v('1.0.0')], ['2.0.0'])).toEqual([]);
    expect(said([v('3.0.0'), v('2.0.0'), v('1.0.0')], ['3.0.0'])).toEqual(['1.0.0 by 2.0.0']);
  });

  it('skips a line in which the owner restored a version, until a still later major', () => {
    const kept = [v('2.0.0'), v('1.1.0'), v('1.0.0', { statusChange: statusChange('2.0.0') })];
    expect(said(kept)).toEqual([]);
    expect(said([v('2.1.0'), ...kept])).toEqual([]);
    expect(said([v('3.0.0'), ...kept])).toEqual(['2.0.0 by 3.0.0', '1.1.0 by 3.0.0', '1.0.0 by 3.0.0']);
    expect(said([v('2.0.0'), v('1.0.0', { statusChange: statusChange(null) })])).toEqual(['1.0.0 by 2.0.0']);
  });

  it('promises 30 days, and no less than was promised to others of the line', () => {
    const promised = now + 90 * dayMs;
    const line = [v('2.0.0'), v('1.1.0', { status: 'DEPRECATED', sunsetAt: promised }), v('1.0.0'), v('0.9.0')];
    expect(supersededVersions(line, now, () => true).map((it) => it.sunsetAt)).toEqual([promised, now + 30 * dayMs]);
  });
});

describe('keepOlder', () => {
  const keeping = aVersion(aManifest({ version: '2.0.0', keepOlder: true }));

  it('leaves older majors as they are, also after later releases of the same major', () => {
    expect(said([keeping, v('1.0.0')])).toEqual([]);
    expect(said([v('2.1.0'), keeping, v('1.0.0')])).toEqual([]);
  });

  it('says nothing of a later major, nor once its release is yanked', () => {
    expect(said([v('3.0.0'), keeping, v('1.0.0')])).toEqual(['2.0.0 by 3.0.0', '1.0.0 by 3.0.0']);
    expect(said([v('2.0.1'), { ...keeping, status: 'YANKED' }, v('1.0.0')])).toEqual(['1.0.0 by 2.0.1']);
  });
});

describe('supersededByRelease', () => {
  const preview = (versions: ToolVersion[]) =>
    supersededByRelease(v('2.0.0'), versions, now, () => true).map(({ version, atStage, sunsetAt }) => [
      version.version,
      atStage,
      sunsetAt,
    ]);

  it('names what a release deprecates at once, with the end, and what it deprecates at a later stage', () => {
    expect(preview([v('1.0.0')])).toEqual([['1.0.0', null, now + 30 * dayMs]]);
    expect(preview([v('1.0.0', { stage: 'BETA' }), v('0.1.0')])).toEqual([
      ['0.1.0', null, now + 30 * dayMs],
      ['1.0.0', 'BETA', null],
    ]);
  });

  it('leaves out what another release supersedes', () => {
    expect(preview([v('3.0.0'), v('1.0.0')])).toEqual([]);
  });
});
