import { describe, expect, it } from '@jest/globals';
import { evaluationStoresContract } from '../testing/evaluation-stores.contract.js';
import {
  InMemoryCandidates,
  InMemoryEvaluations,
  InMemoryRecordedCalls,
  InMemorySavedExamples,
} from '../testing/in-memory-evaluation-stores.js';
import { SmallHouse } from '../testing/small-house.js';

describe('the stores of evaluations keep their contract in memory', () => {
  it.each(evaluationStoresContract)('$name', async ({ check }) => {
    const house = await SmallHouse.open();
    const run = check({
      ...{ identities: house.identities, catalogue: house.tools },
      recorded: new InMemoryRecordedCalls(),
      examples: new InMemorySavedExamples(),
      evaluations: new InMemoryEvaluations(),
      candidates: new InMemoryCandidates(),
    });
    await expect(run).resolves.toBeUndefined();
  });
});
