import { describe, expect, it } from '@jest/globals';
import { accessOf, inMountOrder, isWithin, type Mount } from './mount.js';
import { mountArguments } from './mount-arguments.js';

const mounts: Mount[] = [
  { kind: 'ro', path: '/srv/app/node_modules', source: '/srv/app/node_modules' },
  { kind: 'tmpfs', path: '/srv/app/.assay' },
  { kind: 'rw', path: '/srv/app/.assay/files', source: '/srv/app/.assay/files' },
  { kind: 'ro', path: '/srv/app', source: '/srv/app' },
  { kind: 'symlink', path: '/bin', target: 'usr/bin' },
];

describe('mounts', () => {
  it('go from the root downwards, so that a hidden folder stays hidden and a named one inside it is seen', () => {
    expect(inMountOrder(mounts).map(({ path }) => path)).toEqual([
      '/bin',
      '/srv/app',
      '/srv/app/node_modules',
      '/srv/app/.assay',
      '/srv/app/.assay/files',
    ]);
  });

  it('hide a folder that is named and hidden at once', () => {
    const both: Mount[] = [
      { kind: 'tmpfs', path: '/srv/secret' },
      { kind: 'rw', path: '/srv/secret', source: '/srv/secret' },
    ];
    expect(inMountOrder(both).at(-1)).toEqual({ kind: 'tmpfs', path: '/srv/secret' });
  });

  it.each([
    ['/srv/app/main.js', 'ro'],
    ['/srv/app/.assay/files/a', 'rw'],
    ['/srv/application', null],
    ['/home/me', null],
    ['/srv/app/.assay/other', 'private'],
  ])('give %s the access %s', (path, access) => {
    expect(accessOf(mounts, path)).toBe(access);
  });

  it('become options of bubblewrap, with bounded temporary folders where it can', () => {
    expect(mountArguments([{ kind: 'tmpfs', path: '/tmp' }], 1_024)).toEqual(['--size', '1024', '--tmpfs', '/tmp']);
    expect(mountArguments([{ kind: 'tmpfs', path: '/tmp' }], null)).toEqual(['--tmpfs', '/tmp']);
    expect(mountArguments([{ kind: 'rw', path: '/a', source: '/b' }], null)).toEqual(['--bind', '/b', '/a']);
  });

  it('compare paths by their steps', () => {
    expect(isWithin('/srv/app', '/srv/app')).toBe(true);
    expect(isWithin('/srv/apple', '/srv/app')).toBe(false);
    expect(isWithin('/srv', '/')).toBe(true);
  });
});
