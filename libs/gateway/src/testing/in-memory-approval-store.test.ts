import { describe, expect, it } from '@jest/globals';
import { approvalStoreContract } from './approval-store.contract.js';
import { InMemoryApprovalStore } from './in-memory-approval-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';

describe('InMemoryApprovalStore keeps the contract of ApprovalStore', () => {
  it.each(approvalStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, approvals: new InMemoryApprovalStore() })).resolves.toBeUndefined();
  });
});
