import type { Failure } from '@assay/kernel';
import type { Call } from '../call.js';

/** Who found that a repair was none: its caller, a sanity predicate, or other tools. */
export const falseRepairs = ['caller', 'sanity', 'corroboration'] as const;
export type FalseRepair = (typeof falseRepairs)[number];

/** Since the process began. */
export interface RepairCounts {
  /** Finished calls that were repaired, or that a repair was tried for. */
  readonly calls: number;
  /** Those of them that were made with a changed input and succeeded. */
  readonly succeeded: number;
  readonly attempts: number;
  readonly addedMs: number;
  readonly false: Readonly<Record<FalseRepair, number>>;
}

/** The four metrics of repair (SPEC section 5): success rate, mean attempts, added latency, false repairs. */
export class RepairMetrics {
  #calls = 0;
  #succeeded = 0;
  #attempts = 0;
  #addedMs = 0;
  readonly #false: Record<FalseRepair, number> = { caller: 0, sanity: 0, corroboration: 0 };

  /** Counts a finished call; those that nothing was tried for, and rehearsals, are not looked at. */
  finished({ requested, resolved: { repairs }, happened: { healing } }: Call, failure: Failure | undefined): void {
    if (healing === undefined || healing.attempts === 0 || requested.dryRun) return;
    this.#calls += 1;
    this.#attempts += healing.attempts;
    this.#addedMs += healing.addedMs;
    if (failure === undefined && repairs !== undefined) this.#succeeded += 1;
  }

  falseRepair = (by: FalseRepair): void => {
    this.#false[by] += 1;
  };

  counts(): RepairCounts {
    return {
      calls: this.#calls,
      succeeded: this.#succeeded,
      attempts: this.#attempts,
      addedMs: this.#addedMs,
      false: { ...this.#false },
    };
  }
}
