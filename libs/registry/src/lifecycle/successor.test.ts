import { describe, expect, it } from '@jest/globals';
import type { ToolVersion } from '../records.js';
import { aManifest, aVersion } from '../testing/builders.js';
import { successorOf } from './successor.js';

const v = (version: string, parts: Partial<ToolVersion> = {}) => aVersion(aManifest({ version }), parts);

describe('successorOf', () => {
  const old = v('1.0.0', { status: 'DEPRECATED' });
  it.each<[string, ToolVersion[], string | undefined]>([
    ['the newest newer release', [v('1.1.0'), old, v('2.0.0'), v('0.9.0')], '2.0.0'],
    ['no pre-release', [v('3.0.0-rc.1'), v('2.0.0'), old], '2.0.0'],
    [
      'nothing on its way out',
      [v('3.0.0', { status: 'DEPRECATED' }), v('2.0.0', { status: 'YANKED' }), v('1.1.0')],
      '1.1.0',
    ],
    ['nothing in quarantine', [v('2.0.0', { quarantined: { since: 0, finding: 'drift' } }), v('1.1.0')], '1.1.0'],
    ['nothing older', [v('0.9.0'), old], undefined],
  ])('is %s', (_, versions, found) => {
    expect(successorOf(old, versions)?.version).toBe(found);
  });

  it('skips versions that its users cannot use', () => {
    expect(successorOf(old, [v('2.0.0'), v('1.1.0')], (it) => it.version !== '2.0.0')?.version).toBe('1.1.0');
  });
});
