import { InMemoryChangeFeed, InMemoryIdentityStore } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { callNoteStoreContract } from './call-note-store.contract.js';
import { InMemoryCallNoteStore } from './in-memory-call-note-store.js';

describe('InMemoryCallNoteStore keeps the contract of CallNoteStore', () => {
  it.each(callNoteStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, notes: new InMemoryCallNoteStore() })).resolves.toBeUndefined();
  });
});
