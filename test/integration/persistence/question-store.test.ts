import { PostgresQuestionStore } from '@assay/persistence';
import { questionStoreContract } from '@assay/runs/testing';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresQuestionStore keeps the contract of QuestionStore', () => {
  it.each(questionStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({ identities, questions: new PostgresQuestionStore(database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
