import { describe, expect, it } from '@jest/globals';
import { InMemoryScheduledCalls } from './in-memory-scheduled-calls.js';
import { scheduledCallsContract } from './scheduled-calls.contract.js';

describe('InMemoryScheduledCalls keeps the contract of ScheduledCalls', () => {
  it.each(scheduledCallsContract)('$name', async ({ check }) => {
    const who = { organisationId: 'org-acme', principalId: 'principal-carl', otherId: 'principal-ann' };
    await expect(check({ store: new InMemoryScheduledCalls(), ...who })).resolves.toBeUndefined();
  });
});
