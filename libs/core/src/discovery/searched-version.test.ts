import { aManifest, aRevocation, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import type { ToolVersion } from '../catalog/records.js';
import { Revocations } from '../catalog/revocation/revocations.js';
import { offeredVersion, searchedVersion } from './searched-version.js';

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
    expect(searchedVersion(versions, new Revocations())?.version).toBe(found);
  });

  it('is a quarantined one only when all are', () => {
    const quarantined = { since: 0, finding: 'it drifted' };
    const [newer, older] = [version('2.0.0'), version('1.0.0')];
    const revocations = new Revocations();
    expect(searchedVersion([{ ...newer, quarantined }, older], revocations)?.version).toBe('1.0.0');
    expect(
      searchedVersion(
        [
          { ...newer, quarantined },
          { ...older, quarantined },
        ],
        revocations,
      )?.version,
    ).toBe('2.0.0');
  });

  it('is none that is revoked', () => {
    const revocations = new Revocations();
    revocations.apply('r', aRevocation({ id: 'r', range: '^2' }));
    const versions = [version('2.0.0'), version('1.0.0')];
    expect(searchedVersion(versions, revocations)?.version).toBe('1.0.0');
    revocations.apply('all', aRevocation({ id: 'all', tool: null }));
    expect(searchedVersion(versions, revocations)).toBeUndefined();
  });
});

describe('offeredVersion', () => {
  const versions = [version('3.0.0-rc.1'), version('2.0.0'), version('1.2.0'), version('1.0.0', 'DEPRECATED')];
  const anything = () => true;
  const upTo = (major: number) => (it: { version: string }) => Number(it.version[0]) <= major;

  // what the caller may call, what is wished for, offered
  it.each<[string, (it: { version: string }) => boolean, ((it: { version: string }) => boolean)[], string]>([
    ['the one that stands for the tool', anything, [], '2.0.0'],
    ['an older one when that may not be called', upTo(1), [], '1.2.0'],
    ['the newest when none may be called', upTo(0), [], '2.0.0'],
    ['an older one that fits', anything, [upTo(1)], '1.2.0'],
    ['one that fits although it may not be called', upTo(0), [upTo(1)], '1.2.0'],
    ['one that fits the second wish when none fits the first', anything, [upTo(0), upTo(1)], '1.2.0'],
    ['the newest when nothing fits', anything, [upTo(0)], '2.0.0'],
    ['a pre-release that alone fits', anything, [(it) => it.version.startsWith('3')], '3.0.0-rc.1'],
  ])('is %s', (_, mayCall, wishes, found) => {
    expect(offeredVersion(versions, new Revocations(), { mayCall, wishes })?.version).toBe(found);
  });

  it('is none of nothing', () => {
    expect(offeredVersion([], new Revocations(), { mayCall: anything, wishes: [] })).toBeUndefined();
  });
});
