export interface StopSignalsOptions {
  /** Whether a person watches in a terminal, whose Ctrl-C arrives as SIGINT. */
  readonly isTerminal: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  /** Ends the process at once. */
  readonly endNow: () => void;
}

/** One Ctrl-C may arrive several times: from the terminal, and from the programs in between. */
const sameKeyMs = 300;

/**
 * Handles SIGTERM and SIGINT. The first one stops the server in order. Ctrl-C in a terminal skips the time for load
 * balancers to react, and a second one ends the process immediately.
 */
export class StopSignals {
  readonly #asked = Promise.withResolvers<void>();
  readonly #hurry = new AbortController();
  readonly #options: StopSignalsOptions;
  #interruptedAt: number | undefined;

  constructor(options: StopSignalsOptions) {
    this.#options = options;
  }

  /** Resolves with the first signal. */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }

  /** Aborts when nobody is to be waited for. */
  get hurry(): AbortSignal {
    return this.#hurry.signal;
  }

  take(signal: 'SIGINT' | 'SIGTERM'): void {
    const { isTerminal, monotonic, endNow } = this.#options;
    this.#asked.resolve();
    if (signal !== 'SIGINT' || !isTerminal) return;
    this.#hurry.abort();
    const now = monotonic();
    if (this.#interruptedAt === undefined) this.#interruptedAt = now;
    else if (now - this.#interruptedAt >= sameKeyMs) endNow();
  }
}
