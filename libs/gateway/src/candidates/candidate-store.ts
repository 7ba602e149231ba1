/** What the calls of a candidate, and of what it is compared with, came to. */
export interface CandidateCounts {
  readonly calls: number;
  /** Through the tool's fault. */
  readonly failures: number;
  /** Sum over the calls. */
  readonly ms: number;
  readonly primaryCalls: number;
  readonly primaryFailures: number;
  readonly primaryMs: number;
  /** Outputs of a shadow, compared with those that were returned. */
  readonly same: number;
  readonly withinTolerance: number;
  readonly different: number;
  /** Shadow calls that were not made. */
  readonly leftOut: number;
}

export const noCounts: CandidateCounts = Object.freeze({
  ...{ calls: 0, failures: 0, ms: 0, primaryCalls: 0, primaryFailures: 0, primaryMs: 0 },
  ...{ same: 0, withinTolerance: 0, different: 0, leftOut: 0 },
});

export function addCounts(a: CandidateCounts, b: Partial<CandidateCounts>): CandidateCounts {
  const sum = { ...a };
  for (const name of Object.keys(noCounts) as (keyof CandidateCounts)[])
    (sum as Record<string, number>)[name] = a[name] + (b[name] ?? 0);
  return sum;
}

export interface CandidateState {
  readonly id: string;
  readonly organisationId: string;
  /** 1 at first, and one more each time it is enabled again; counts belong to one. */
  readonly epoch: number;
  /** Ms since the epoch, as `rolledBackAt`. */
  readonly since: number;
  readonly rolledBackAt: number | null;
  readonly reason: string | null;
}

export interface CountsOfHour {
  readonly id: string;
  readonly organisationId: string;
  /** In which the calls were made. */
  readonly epoch: number;
  /** Ms since the epoch. */
  readonly at: number;
  readonly counts: CandidateCounts;
}

export interface CandidateTotals {
  readonly state: CandidateState;
  /** Of its present epoch. */
  readonly totals: CandidateCounts;
}

/** Results of shadows and canaries, by the hour, shared by all replicas. */
export interface CandidateStore {
  states(): Promise<readonly CandidateState[]>;
  /**
   * Adds what one replica has counted in an hour, and begins the candidate when it is new; counts of an epoch that has
   * ended are dropped. Answers its state, and its counts since a time.
   */
  add(counted: CountsOfHour, since: number): Promise<CandidateTotals>;
  /** Those that had calls, by id, with the counts of their present epoch. */
  totals(ids: readonly string[]): Promise<ReadonlyMap<string, CandidateTotals>>;
  /** False when it is rolled back already, or in another epoch. */
  rollBack(id: string, epoch: number, at: number, reason: string): Promise<boolean>;
  /** Begins another epoch; undefined when it is not rolled back. */
  resume(id: string, at: number): Promise<CandidateState | undefined>;
  /** Deletes hours before a time; answers how many. */
  forget(before: number): Promise<number>;
}
