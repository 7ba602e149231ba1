import type { Failure, Result } from '@assay/kernel';

/** What a predicate of a composition looks at. */
export interface Situation {
  /** Of the whole run. */
  readonly input: unknown;
  /** What it is asked about. */
  readonly output: unknown;
  /** What the node before gave. */
  readonly prev: unknown;
  /** Outputs of the nodes of the same plan so far. */
  readonly steps: readonly unknown[];
  readonly now: Date;
}

/**
 * A compiled CEL expression. Fails with `invalid_input` when it cannot be evaluated: a member is missing, two values do
 * not compare.
 */
export interface Predicate {
  readonly text: string;
  evaluate(situation: Situation): Result<unknown, Failure>;
}
