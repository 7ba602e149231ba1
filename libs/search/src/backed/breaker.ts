import type { Clock } from '@assay/kernel';

export interface BreakerSettings {
  /** So many failures in a row, and nothing is tried for a while. */
  readonly failures: number;
  /** For so long at first, twice as long after each trial that fails. */
  readonly restMs: number;
  readonly maxRestMs: number;
}

export const breakerDefaults: BreakerSettings = { failures: 3, restMs: 2_000, maxRestMs: 30_000 };

/** Spares an engine that fails, and those who would wait for it; lets one trial through when the rest is over. */
export class Breaker {
  #failures = 0;
  #restMs = 0;
  /** Monotonic. */
  #closedUntil = 0;
  #isTrying = false;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly settings: BreakerSettings = breakerDefaults,
  ) {}

  /** Whether to try; who is let through tells how it went. */
  admits(): boolean {
    if (this.#restMs === 0) return true;
    if (this.#isTrying || this.clock.monotonic() < this.#closedUntil) return false;
    this.#isTrying = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restMs = 0;
    this.#isTrying = false;
  }

  /** Of several that were let through together, the first to reach the limit begins the rest; it is no longer for more. */
  failed(): void {
    if (this.#restMs > 0 && !this.#isTrying) return;
    this.#isTrying = false;
    this.#failures += 1;
    if (this.#failures < this.settings.failures) return;
    const { restMs, maxRestMs } = this.settings;
    this.#restMs = this.#restMs === 0 ? restMs : Math.min(this.#restMs * 2, maxRestMs);
    this.#closedUntil = this.clock.monotonic() + this.#restMs;
  }
}
