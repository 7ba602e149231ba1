import { expect, it } from '@jest/globals';
import { replicaDefaults, replicaStateOf } from './replica-register.js';

it('distinguishes a replica that is up, one that is silent, and one that stopped', () => {
  const { silentAfterMs } = replicaDefaults;
  expect(replicaStateOf({ stoppedAt: null, silentMs: silentAfterMs })).toBe('up');
  expect(replicaStateOf({ stoppedAt: null, silentMs: silentAfterMs + 1 })).toBe('silent');
  expect(replicaStateOf({ stoppedAt: 1, silentMs: 0 })).toBe('stopped');
});
