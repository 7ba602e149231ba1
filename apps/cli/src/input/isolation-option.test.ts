import { describe, expect, it } from '@jest/globals';
import { isolation, isolationOf } from './isolation-option.js';

const all = (...values: string[]) =>
  values.reduce<ReturnType<typeof isolation> | undefined>((so, it) => isolation(it, so), undefined);

describe('--isolation', () => {
  it('collects settings', () => {
    expect(
      all(
        'network=open',
        'host=127.0.0.1:5432',
        'host=db:1',
        'folder=/a:rw',
        'folder=/b',
        'folder=/c:d:ro',
        'memory=512',
      ),
    ).toEqual({
      network: 'open',
      hosts: ['127.0.0.1:5432', 'db:1'],
      folders: [
        { path: '/a', mode: 'rw' },
        { path: '/b', mode: 'ro' },
        { path: '/c:d', mode: 'ro' },
      ],
      memoryMb: 512,
    });
    expect(all('processes=9', 'cpus=0.5', 'install-scripts=true')).toEqual({
      processes: 9,
      cpus: 0.5,
      installScripts: true,
    });
    expect(all('network=none', 'off')).toBe('off');
    expect([isolationOf({}), isolationOf({ isolation: 'off' })]).toEqual([{}, { isolation: 'off' }]);
  });

  it.each(['network=lan', 'folder=data', 'memory=much', 'memory=0', 'cpus=-1', 'install-scripts=yes', 'nothing', '=x'])(
    'refuses %s',
    (value) => {
      expect(() => all(value)).toThrow();
    },
  );

  it('refuses settings after off', () => {
    expect(() => all('off', 'network=none')).toThrow('off takes no other settings');
  });
});
