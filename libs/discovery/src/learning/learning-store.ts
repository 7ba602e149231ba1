import type { LearningSetting, LearntOutcome } from './learnt-outcome.js';

/**
 * Learnt outcomes by organisation, and which organisations have learning enabled. The change feed reports every change.
 */
export interface LearningStore {
  /** Adds outcomes, those aside that are there already, and drops the oldest beyond `mostOutcomes` of an organisation. */
  add(outcomes: readonly LearntOutcome[]): Promise<void>;
  /** Forgets everything an organisation has learnt. Answers how many outcomes there were. */
  erase(organisationId: string): Promise<number>;
  /** Forgets what was learnt from one principal's calls. Answers how many outcomes there were. */
  erasePrincipal(organisationId: string, principalId: string): Promise<number>;
  /** Deletes older outcomes of all organisations. Returns their number. */
  forgetBefore(at: number): Promise<number>;
  setLearning(setting: LearningSetting): Promise<void>;
}
