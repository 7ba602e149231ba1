import { expect, it } from '@jest/globals';
import { isOpen, runDefaults } from './run.js';

it('a run is open until it has ended', () => {
  const statuses = ['running', 'awaiting_approval', 'succeeded', 'partial', 'failed', 'cancelled'] as const;
  expect(statuses.filter(isOpen)).toEqual(['running', 'awaiting_approval']);
});

it('a lease is let go before it ends', () => {
  expect(runDefaults.letGoAfterMs).toBeLessThan(runDefaults.leaseMs);
});
