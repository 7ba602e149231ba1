import { feedbackStoreContract } from '@assay/gateway/testing';
import { PostgresFeedbackStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresFeedbackStore keeps the contract of FeedbackStore', () => {
  it.each(feedbackStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({ identities, feedback: new PostgresFeedbackStore(database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
