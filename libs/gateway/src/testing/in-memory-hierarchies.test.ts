import { describe, expect, it } from '@jest/globals';
import { hierarchyStoreContract } from './hierarchy-store.contract.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryHierarchyStore } from './in-memory-hierarchy-store.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryTicketStore } from './in-memory-ticket-store.js';
import { ticketStoreContract } from './ticket-store.contract.js';

describe('InMemoryHierarchyStore keeps the contract of HierarchyStore', () => {
  it.each(hierarchyStoreContract)('$name', async ({ check }) => {
    const feed = new InMemoryChangeFeed();
    const identities = new InMemoryIdentityStore(feed);
    await expect(check({ feed, identities, hierarchies: new InMemoryHierarchyStore(feed) })).resolves.toBeUndefined();
  });
});

describe('InMemoryTicketStore keeps the contract of TicketStore', () => {
  it.each(ticketStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, tickets: new InMemoryTicketStore() })).resolves.toBeUndefined();
  });
});
