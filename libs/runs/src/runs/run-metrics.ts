import type { RunNotation, RunStatus } from '@assay/contracts';
import type { Outcome } from '../run/outcome.js';

/** How often something ended so, and how long all of it took. */
export interface Counted {
  readonly notation: RunNotation;
  readonly status: RunStatus | Outcome['status'];
  readonly count: number;
  readonly ms: number;
}

/** Counts runs and their steps since this process began. */
export class RunMetrics {
  readonly #runs = new Map<string, Counted>();
  readonly #steps = new Map<string, Counted>();
  readonly #onProblem: (cause: unknown) => void;

  constructor(onProblem: (cause: unknown) => void) {
    this.#onProblem = onProblem;
  }

  run(notation: RunNotation, status: RunStatus, ms: number): void {
    add(this.#runs, { notation, status, count: 1, ms });
  }

  step(notation: RunNotation, status: Outcome['status'], ms: number): void {
    add(this.#steps, { notation, status, count: 1, ms });
  }

  /** Something about a run could not be written down. */
  unwritten(cause: unknown): void {
    this.#onProblem(cause);
  }

  counts(): { readonly runs: readonly Counted[]; readonly steps: readonly Counted[] } {
    return { runs: [...this.#runs.values()], steps: [...this.#steps.values()] };
  }
}

function add(to: Map<string, Counted>, more: Counted): void {
  const key = `${more.notation} ${more.status}`;
  const former = to.get(key);
  to.set(key, { ...more, count: (former?.count ?? 0) + 1, ms: (former?.ms ?? 0) + more.ms });
}
