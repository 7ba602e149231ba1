import type { CallFinished, Clock } from '@assay/kernel';
import type { CatalogueStore } from '@assay/registry';

const flushEveryMs = 5_000;

/** Counts finished calls by version and adds them to the catalogue in groups; a crash loses at most the last 5 s. */
export class UsageCounter {
  readonly #store: Pick<CatalogueStore, 'addUsage'>;
  readonly #clock: Clock;
  #counts = new Map<string, number>();
  #stopTimer: (() => void) | undefined;

  constructor(store: Pick<CatalogueStore, 'addUsage'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  count = (event: CallFinished): void => {
    if (event.upstreamMs === null) return;
    this.#startTimer();
    this.#counts.set(event.versionId, (this.#counts.get(event.versionId) ?? 0) + 1);
  };

  /** Counts that cannot be written stay for the next time. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    try {
      await this.#store.addUsage(counts);
    } catch (error) {
      for (const [id, count] of counts) this.#counts.set(id, (this.#counts.get(id) ?? 0) + count);
      this.#startTimer();
      throw error;
    }
  }

  #startTimer(): void {
    this.#stopTimer ??= this.#clock.after(flushEveryMs, () => void this.flush().catch(() => {}));
  }
}
