import { InMemoryChangeFeed, InMemoryIdentityStore } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryQuestionStore } from './in-memory-question-store.js';
import { questionStoreContract } from './question-store.contract.js';

describe('InMemoryQuestionStore keeps the contract of QuestionStore', () => {
  it.each(questionStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, questions: new InMemoryQuestionStore() })).resolves.toBeUndefined();
  });
});
