import type { Clock } from '@assay/kernel';
import type { EndpointOptions } from './model-endpoint.js';

/** Waits shorter than this are over at once; longer ones, time limits, last until the test ends them. */
const longWaitMs = 10_000;

/** Time that does not pass, save in short waits. */
export class QuickClock implements Clock {
  readonly waits: number[] = [];
  readonly #limits: (() => void)[] = [];

  now = (): number => Date.UTC(2026, 10, 22);
  monotonic = (): number => 0;

  after = (delayMs: number, run: () => void): (() => void) => {
    if (delayMs >= longWaitMs) {
      this.#limits.push(run);
      return () => undefined;
    }
    this.waits.push(delayMs);
    const soon = setImmediate(run);
    return () => clearImmediate(soon);
  };

  /** Every time limit is reached. */
  passLimits(): void {
    for (const run of this.#limits) run();
  }
}

export const secretKey = 'sk-a-very-secret-key';

/** Options that lead to an endpoint of this machine, past the guard of the way out. */
export const endpointAt = (baseUrl: string, clock: Clock): EndpointOptions => ({
  baseUrl,
  model: 'stand-in-1',
  apiKey: secretKey,
  fetch,
  clock,
  userAgent: 'assay/test',
  timeoutMs: 60_000,
});

export const unhurried = (): AbortSignal => new AbortController().signal;
