import { backOffMs } from '@assay/kernel';
import type { StepAnswer } from './call-step.js';
import { sagaDefaults } from './saga.js';

type Failed = Extract<StepAnswer, { kind: 'failed' }>;

const pauses = { firstMs: sagaDefaults.firstPauseMs, maxMs: sagaDefaults.maxPauseMs };

/** The tool was not asked at all just now: its circuit is open, or a limit is used up. */
const isPutOff = ({ error: { code } }: Failed): boolean => code === 'circuit_open' || code === 'rate_limited';

/**
 * How often something is tried, with pauses that double. A call that was put off is no try, and is made again for as long
 * as patience lasts; nobody waits for who wants to be asked much later.
 */
export class Tries {
  readonly #limit: number;
  readonly #until: number;
  #tried = 0;
  #pauses = 0;

  /** @param now Milliseconds since the epoch, as below. */
  constructor(limit: number, now: number) {
    this.#limit = limit;
    this.#until = now + sagaDefaults.patienceMs;
  }

  /** How long to wait before the next one, in ms; undefined when this was the last. */
  next(answer: Failed, now: number): number | undefined {
    const putOff = isPutOff(answer);
    if (!putOff) this.#tried += 1;
    const waitMs = backOffMs(pauses, this.#pauses, answer);
    if (this.#tried >= this.#limit || answer.retryAfterMs > sagaDefaults.maxRetryAfterMs) return undefined;
    if (putOff && now + waitMs > this.#until) return undefined;
    this.#pauses += 1;
    return waitMs;
  }
}
