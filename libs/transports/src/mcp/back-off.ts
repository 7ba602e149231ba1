import { backOffMs, type Clock, type Failure } from '@assay/kernel';

export const firstBackOffMs = 250;
export const maxBackOffMs = 5_000;

interface Refusal {
  readonly failure: Failure;
  readonly until: number;
  readonly failures: number;
}

/**
 * Remembers which upstreams could not be reached, so that calls to a dead one fail at once instead of each starting a
 * process or waiting for a time-out. The pause doubles with every further failure and ends with a success.
 */
export class BackOff {
  readonly #refusals = new Map<string, Refusal>();

  constructor(private readonly clock: Clock) {}

  /** The remembered failure while the pause lasts, with the time that is left. */
  current(key: string): Failure | null {
    const refusal = this.#refusals.get(key);
    const leftMs = refusal === undefined ? 0 : refusal.until - this.clock.monotonic();
    return refusal === undefined || leftMs <= 0 ? null : { ...refusal.failure, retryAfterMs: Math.ceil(leftMs) };
  }

  failed(key: string, failure: Failure): void {
    const before = this.#refusals.get(key)?.failures ?? 0;
    const delayMs = backOffMs({ firstMs: firstBackOffMs, maxMs: maxBackOffMs }, before);
    this.#refusals.set(key, { failure, failures: before + 1, until: this.clock.monotonic() + delayMs });
  }

  succeeded(key: string): void {
    this.#refusals.delete(key);
  }
}
