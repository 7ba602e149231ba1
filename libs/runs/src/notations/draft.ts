import type { Issue } from '@assay/contracts';
import { err, ok, type Result } from '@assay/kernel';

/** Maximum problems reported for one composition; further ones are counted. */
export const maxIssues = 1_000;

/**
 * The result of reading a composition: as much as could be parsed, so that the rest can be checked too, and all
 * problems. A composition with problems never runs.
 */
export interface Draft<T> {
  /** Null when nothing can be said of the whole, since there is no step. */
  readonly value: T | null;
  readonly issues: readonly Issue[];
}

/** A composition that was read without a problem, or every problem. */
export const settled = <T>({ value, issues }: Draft<T>): Result<T, Issue[]> =>
  issues.length > 0 || value === null ? err([...issues]) : ok(value);

/** Collects problems. Above the maximum they are only counted: a million would help nobody. */
export class Problems {
  readonly #issues: Issue[] = [];
  #more = 0;

  tell(path: string, message: string): void {
    if (this.#issues.length < maxIssues) this.#issues.push({ path, message });
    else this.#more += 1;
  }

  /** The reported ones, followed by the number of further ones. */
  get issues(): readonly Issue[] {
    return this.#more === 0
      ? this.#issues
      : [...this.#issues, { path: '', message: `has ${this.#more} more problems` }];
  }
}
