import { describe, expect, it } from '@jest/globals';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryKeptOutputs } from './in-memory-kept-outputs.js';
import { InMemorySessionTotals } from './in-memory-session-totals.js';
import { keptOutputsContract } from './kept-outputs.contract.js';

describe('InMemoryKeptOutputs and InMemorySessionTotals keep the contracts of KeptOutputs and SessionTotals', () => {
  it.each(keptOutputsContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    const fixture = { identities, outputs: new InMemoryKeptOutputs(), totals: new InMemorySessionTotals() };
    await expect(check(fixture)).resolves.toBeUndefined();
  });
});
