import type { JobCount } from '@assay/kernel';

/** What this process has run, by job and kind of work. */
export class JobCounts {
  readonly #counts = new Map<string, { runs: number; failures: number }>();

  ended(name: string, isFailure: boolean): void {
    const count = this.#counts.get(name) ?? { runs: 0, failures: 0 };
    count.runs += 1;
    if (isFailure) count.failures += 1;
    this.#counts.set(name, count);
  }

  all(): readonly JobCount[] {
    return [...this.#counts].map(([name, count]) => ({ name, ...count }));
  }
}
