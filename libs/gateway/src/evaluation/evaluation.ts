import type { DifferenceKind, OutputTolerance } from './compare-outputs.js';

export type EvaluationCalls = 'recorded' | 'examples';

export type CaseOutcome =
  | 'same'
  | 'within_tolerance'
  | 'different'
  | 'only_tool'
  | 'only_against'
  | 'both_failed'
  | 'left_out';

/** One of the two calls of a case. */
export interface CaseAttempt {
  readonly invocationId: string;
  readonly status: string;
  readonly code?: string;
  readonly ms: number;
  /** Whether it counts as a failure of the tool; undefined when it counts for neither. */
  readonly failed?: boolean;
  /** Whether its output met the output schema; null when it has none. */
  readonly schemaValid: boolean | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** A difference as it is kept: its values in a few characters, with personal data and secrets masked. */
export interface KeptDifference {
  readonly kind: DifferenceKind;
  readonly path: string;
  readonly withinTolerance: boolean;
  readonly before?: string;
  readonly after?: string;
}

/** What one replayed call has shown. */
export interface EvaluatedCase {
  readonly name: string;
  readonly source: 'example' | 'saved' | 'recorded';
  readonly outcome: CaseOutcome;
  readonly tool?: CaseAttempt;
  readonly against?: CaseAttempt;
  readonly differences: readonly KeptDifference[];
  readonly note?: string;
}

/** Which call is replayed: the name of an example, or the id of a saved example or a recorded call. */
export type ChosenCase = Pick<EvaluatedCase, 'source' | 'name'>;

/** A case at its place among those that were chosen. */
export interface DoneCase extends EvaluatedCase {
  readonly at: number;
}

/** One of the two versions. */
export interface EvaluatedVersion {
  /** `ns/tool@version`. */
  readonly reference: string;
  readonly versionId: string;
}

/** The credential that an evaluation continues with after a restart. */
export interface EvaluationCaller {
  readonly principalId: string;
  readonly keyId: string | null;
  readonly scopes: readonly string[];
  readonly namespaces: readonly string[] | null;
}

/** A comparison of two versions by replayed calls. */
export interface Evaluation {
  readonly id: string;
  readonly organisationId: string;
  readonly caller: EvaluationCaller;
  readonly tool: EvaluatedVersion;
  readonly against: EvaluatedVersion;
  readonly calls: EvaluationCalls | null;
  readonly limit: number;
  readonly tolerance: OutputTolerance;
  /** Calls to replay; null until they are chosen. */
  readonly chosen: readonly ChosenCase[] | null;
  /** Those that are done, in the order of their places. */
  readonly cases: readonly DoneCase[];
  /** Ms since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Why it ended before its calls did; null when it did not. */
  readonly problem: string | null;
}
