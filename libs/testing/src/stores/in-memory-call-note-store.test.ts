import { describe, expect, it } from '@jest/globals';
import { callNoteStoreContract } from './call-note-store.contract.js';
import { InMemoryCallNoteStore } from './in-memory-call-note-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';

describe('InMemoryCallNoteStore keeps the contract of CallNoteStore', () => {
  it.each(callNoteStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, notes: new InMemoryCallNoteStore() })).resolves.toBeUndefined();
  });
});
