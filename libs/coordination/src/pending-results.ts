import type { CircuitAsker, CircuitResult } from '@assay/gateway';

/** Arguments that succeeded, and failures in a row, that an exchange tells of at most; the latest are kept. */
const maxGood = 2;
const maxTail = 8;

/** What calls of one version found since the last exchange with Redis, as its script takes it. */
export class PendingResults {
  #successes = 0;
  #failures = 0;
  /** Arguments of the failures; `*` for several. */
  #failing = '';
  readonly #good = new Set<string>();
  #tail: string[] = [];

  add(result: CircuitResult, { digest, caller }: CircuitAsker): void {
    if (result === 'success') {
      this.#successes += 1;
      this.#good.delete(digest);
      this.#good.add(digest);
      for (const oldest of this.#good) if (this.#good.size > maxGood) this.#good.delete(oldest);
      this.#tail = ['s'];
      return;
    }
    this.#failures += 1;
    this.#failing = this.#failing === '' || this.#failing === digest ? digest : '*';
    const mark = result === 'connection' ? 'c' : result === 'timeout' ? `t${caller}/${digest}` : 'e';
    this.#tail = [...this.#tail, mark].slice(-maxTail);
  }

  texts(): string[] {
    const good = [...this.#good].join(' ');
    return [String(this.#successes), String(this.#failures), this.#failing, good, this.#tail.join(' ')];
  }
}
