import type { LearningSetting, LearntOutcome } from './learnt-outcome.js';

/** What organisations have learnt, and which of them want to. Every change is told by the feed. */
export interface LearningStore {
  /** Adds outcomes, those aside that are there already, and drops the oldest beyond `mostOutcomes` of an organisation. */
  add(outcomes: readonly LearntOutcome[]): Promise<void>;
  /** Forgets everything an organisation has learnt. Answers how many outcomes there were. */
  erase(organisationId: string): Promise<number>;
  /** Forgets what is older, whoever learnt it. Answers how many outcomes there were. */
  forgetBefore(at: number): Promise<number>;
  setLearning(setting: LearningSetting): Promise<void>;
}
