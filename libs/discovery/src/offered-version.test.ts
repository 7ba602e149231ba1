import { Revocations, type ToolVersion } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { offeredVersion } from './offered-version.js';

const version = (number: string, status: ToolVersion['status'] = 'ACTIVE') =>
  aVersion(aManifest({ version: number }), { status });

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
