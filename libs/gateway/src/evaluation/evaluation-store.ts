import type { ChosenCase, EvaluatedCase, Evaluation } from './evaluation.js';

/** Evaluations of an organisation that run at the same time. */
export const maxRunningEvaluations = 20;

/** Comparisons and what they have found so far. Every answer is durable before it is given. */
export interface EvaluationStore {
  /** False when the organisation has `maxRunningEvaluations` already. */
  begin(evaluation: Evaluation): Promise<boolean>;
  find(id: string): Promise<Evaluation | undefined>;
  /** Notes which calls it replays. */
  choose(id: string, chosen: readonly ChosenCase[]): Promise<void>;
  /** Adds a case at its place; false when it is there already, or the evaluation has ended. */
  addCase(id: string, at: number, found: EvaluatedCase): Promise<boolean>;
  end(id: string, endedAt: number, problem: string | null): Promise<void>;
  /** Begun before a time, and not ended. */
  unfinished(before: number, limit: number): Promise<readonly string[]>;
  /** Deletes those that ended before a time; answers how many. */
  forget(before: number): Promise<number>;
}
