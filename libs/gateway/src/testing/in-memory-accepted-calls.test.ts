import { describe, it } from '@jest/globals';
import { acceptedCallsContract } from './accepted-calls.contract.js';
import { InMemoryAcceptedCalls } from './in-memory-accepted-calls.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';

describe('InMemoryAcceptedCalls keeps the contract of AcceptedCalls', () => {
  it.each(acceptedCallsContract)('$name', async ({ check }) => {
    const accepted = new InMemoryAcceptedCalls();
    const die = async () => accepted.die();
    await check({
      identities: new InMemoryIdentityStore(new InMemoryChangeFeed()),
      accepted,
      other: accepted.another(),
      die,
    });
  });
});
