import type { Clock } from '@assay/kernel';

interface Debt {
  readonly cost: number;
  /** By the clock that never goes back. */
  readonly until: number;
}

/** Most counters with a debt; beyond it the oldest are forgiven. */
const debtsCap = 50_000;

/** What was granted while Redis was away and is to be entered there, by counter, for as long as it counts. */
export class Debts {
  readonly #debts = new Map<string, Debt>();

  constructor(private readonly clock: Clock) {}

  /** Adds to what is owed; of all of it until a window from now, which is never too short. */
  owe(key: string, cost: number, windowMs: number): void {
    if (cost <= 0) return;
    const owed = this.take(key);
    if (this.#debts.size >= debtsCap) this.#forgiveOldest();
    this.#debts.set(key, { cost: owed + cost, until: this.clock.monotonic() + windowMs });
  }

  /** All that is owed, which is owed no more. */
  take(key: string): number {
    const debt = this.#debts.get(key);
    if (debt === undefined) return 0;
    this.#debts.delete(key);
    return debt.until > this.clock.monotonic() ? debt.cost : 0;
  }

  /** Less is owed after all. */
  settle(key: string, cost: number): void {
    const debt = this.#debts.get(key);
    if (debt === undefined) return;
    if (debt.cost <= cost) this.#debts.delete(key);
    else this.#debts.set(key, { ...debt, cost: debt.cost - cost });
  }

  /** Debts are no cache: a read is not a use, and a table that is empty while Redis answers has no room set aside. */
  #forgiveOldest(): void {
    const [oldest] = this.#debts.keys();
    if (oldest !== undefined) this.#debts.delete(oldest);
  }
}
