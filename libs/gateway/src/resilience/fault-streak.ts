/** How a call that a breaker let out ended, as far as the tool is concerned. */
export type CircuitResult = 'success' | 'error' | 'connection' | 'timeout';

/** Whose call it was, and with what. */
export interface CircuitAsker {
  /** Of the arguments. */
  readonly digest: string;
  readonly caller: string;
}

export const noAsker: CircuitAsker = Object.freeze({ digest: '', caller: '' });

/** Failures of one kind in a row that open a circuit, however few calls there were (SPEC section 5). */
export const opensInARow = 3;

/**
 * Connection failures and time-outs in a row. A time-out counts once for each pair of caller and arguments, so that one
 * caller's slow argument alone opens nothing; connection failures say nothing of the arguments and always count.
 */
export class FaultStreak {
  #connections = 0;
  readonly #timeouts = new Set<string>();

  /** Whether this one makes the circuit open. */
  add(result: CircuitResult, { digest, caller }: CircuitAsker): boolean {
    if (result !== 'connection') this.#connections = 0;
    if (result !== 'timeout' && this.#timeouts.size > 0) this.#timeouts.clear();
    if (result === 'connection') this.#connections += 1;
    if (result === 'timeout' && this.#timeouts.size < opensInARow) this.#timeouts.add(`${caller} ${digest}`);
    return this.#connections >= opensInARow || this.#timeouts.size >= opensInARow;
  }

  clear(): void {
    this.#connections = 0;
    this.#timeouts.clear();
  }
}
