import type { Issue } from '@assay/contracts';
import { err, ok, type Result } from '@assay/kernel';

/** As many problems are told of one composition, and how many there are beyond them. */
export const maxTold = 1_000;

/**
 * What came of reading a composition: as much as could be made of it, so that the rest can be checked too, and everything
 * that is wrong. What has a problem is never run.
 */
export interface Draft<T> {
  /** Null when nothing can be said of the whole, since there is no step. */
  readonly value: T | null;
  readonly issues: readonly Issue[];
}

/** A composition that was read without a problem, or every problem. */
export const settled = <T>({ value, issues }: Draft<T>): Result<T, Issue[]> =>
  issues.length > 0 || value === null ? err([...issues]) : ok(value);

/** Gathers problems. What comes after the most that are told is counted only: a million would be no help to anybody. */
export class Problems {
  readonly #told: Issue[] = [];
  #more = 0;

  tell(path: string, message: string): void {
    if (this.#told.length < maxTold) this.#told.push({ path, message });
    else this.#more += 1;
  }

  /** Those that were told, and at their end how many more there are. */
  get issues(): readonly Issue[] {
    return this.#more === 0 ? this.#told : [...this.#told, { path: '', message: `has ${this.#more} more problems` }];
  }
}
