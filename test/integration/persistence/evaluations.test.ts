import { evaluationStoresContract } from '@assay/gateway/testing';
import {
  PostgresCandidateStore,
  PostgresEvaluationStore,
  PostgresRecordedCalls,
  PostgresSavedExampleStore,
} from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('the stores of evaluations keep their contract in PostgreSQL', () => {
  it.each(evaluationStoresContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database: { pool }, identities, catalogue }) =>
      check({
        ...{ identities, catalogue },
        recorded: new PostgresRecordedCalls(pool),
        examples: new PostgresSavedExampleStore(pool),
        evaluations: new PostgresEvaluationStore(pool),
        candidates: new PostgresCandidateStore(pool),
      }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
