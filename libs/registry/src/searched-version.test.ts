import { describe, expect, it } from '@jest/globals';
import type { ToolVersion } from './records.js';
import { Revocations } from './revocation/revocations.js';
import { searchedVersion } from './searched-version.js';
import { aManifest, aRevocation, aVersion } from './testing/builders.js';

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

  it('is never a revoked one', () => {
    const revocations = new Revocations();
    revocations.apply('r', aRevocation({ id: 'r', range: '^2' }));
    const versions = [version('2.0.0'), version('1.0.0')];
    expect(searchedVersion(versions, revocations)?.version).toBe('1.0.0');
    revocations.apply('all', aRevocation({ id: 'all', tool: null }));
    expect(searchedVersion(versions, revocations)).toBeUndefined();
  });
});
