import type { IsolationProfile } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { FakeMachine } from '../testing/fake-machine.js';
import { defaultLimits, isolationText, proposeIsolation, settledIsolation } from './isolation-profile.js';

it('proposes folders and hosts from arguments and environment, never Assay’s own', async () => {
  const machine = new FakeMachine().has('folder', '/data');
  const command = {
    command: 'serve',
    args: ['/data', 'postgres://localhost:54329/assay'],
    env: { REDIS_URL: 'redis://127.0.0.1:6380' },
  };
  expect(await proposeIsolation(command, machine)).toEqual({
    network: 'egress',
    hosts: ['127.0.0.1:6380'],
    folders: [{ path: '/data', mode: 'rw' }],
    ...defaultLimits,
  });
  expect(await proposeIsolation({ command: 'serve' }, machine)).toEqual({
    network: 'egress',
    folders: [],
    ...defaultLimits,
  });
});

it('merges the settings of a request into the existing ones', () => {
  const proposed: IsolationProfile = { network: 'egress', folders: [], ...defaultLimits };
  const before = { ...proposed, memoryMb: 64 };
  expect(settledIsolation(undefined, before, proposed)).toBe(before);
  expect(settledIsolation({ network: 'none', hosts: undefined }, before, proposed)).toEqual({
    ...before,
    network: 'none',
  });
  expect(settledIsolation('off', before, proposed)).toBe('off');
  expect(settledIsolation({ cpus: 1 }, 'off', proposed)).toEqual({ ...proposed, cpus: 1 });
});

it('writes a profile in one line', () => {
  const profile = {
    ...({
      network: 'egress',
      hosts: ['db:1'],
      folders: [{ path: '/data', mode: 'ro' }],
      installScripts: true,
    } as const),
    ...defaultLimits,
  };
  expect(isolationText({ ...profile, folders: [...profile.folders], hosts: [...profile.hosts] })).toBe(
    'network egress; hosts db:1; folders /data:ro; 2048 MB, 256 processes, 2 CPUs; install scripts',
  );
  expect([isolationText('off'), isolationText(null)]).toEqual(['off', 'none']);
});
