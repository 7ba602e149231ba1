import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { InMemoryQuestionStore } from '../testing/in-memory-question-store.js';
import { AnswerQuestions } from './answer-questions.js';

it('nobody sees a question by an id that is none, and the anonymous see nothing', async () => {
  const answering = new AnswerQuestions({
    store: new InMemoryQuestionStore(),
    runs: { signal: async () => undefined },
    clock: new FakeClock(),
  });
  expect(await answering.show(aCaller(), 'x')).toMatchObject({ error: { code: 'not_found' } });
  expect(await answering.list({ ...aCaller(), principalId: null, organisationId: null }, { limit: 1 })).toEqual([]);
});
