import type { SmallHouse } from '@assay/gateway/testing';
import { InMemoryNotices } from '@assay/kernel/testing';
import { AskQuestions } from '../questions/ask-questions.js';
import { InMemoryQuestionStore } from './in-memory-question-store.js';

/** Asks the people of a house, over a store that can be looked at. */
export function smallQuestions(
  { directory, clock, random }: Pick<SmallHouse, 'directory' | 'clock' | 'random'>,
  onProblem: (cause: unknown) => void,
) {
  const store = new InMemoryQuestionStore();
  const notices = new InMemoryNotices();
  const url = () => 'http://here';
  return { store, notices, asking: new AskQuestions({ store, directory, notices, random, clock, url, onProblem }) };
}
