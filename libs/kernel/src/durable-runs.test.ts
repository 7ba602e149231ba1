import { expect, it } from '@jest/globals';
import { approvalName, callName, runLeaseDefaults } from './durable-runs.js';

it('names what a run waits for by its kind, so that ids of two kinds never meet', () => {
  expect([approvalName('1'), callName('1')]).toEqual(['approval:1', 'call:1']);
});

it('releases runs before others may take them, and renews at least twice until then', () => {
  expect(runLeaseDefaults.letGoAfterMs).toBeLessThan(runLeaseDefaults.leaseMs);
  expect(runLeaseDefaults.letGoAfterMs).toBeGreaterThanOrEqual(2 * runLeaseDefaults.lookEveryMs);
});
