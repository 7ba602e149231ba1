import type { Caller, Clock } from '@assay/core';

/** What is kept of one session. */
export interface Kept {
  readonly caller: Caller;
  /** Something of it is under way, or listens: it is not idle. */
  readonly isBusy?: boolean;
  close(): Promise<void>;
}

export interface TableLimits {
  readonly idleMs: number;
  readonly cap: number;
}

/**
 * Sessions by their id. One belongs to the principal that opened it; nobody else can find it. Idle ones are closed, and
 * beyond the cap the longest unused.
 */
export class SessionTable<T extends Kept> {
  readonly #sessions = new Map<string, { readonly session: T; lastUsedAt: number }>();
  readonly #clock: Clock;
  readonly #limits: TableLimits;
  #stopSweep: (() => void) | undefined;

  constructor(clock: Clock, limits: TableLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#sessions.size;
  }

  all = (): T[] => [...this.#sessions.values()].map((it) => it.session);

  add(id: string, session: T): void {
    const excess = this.#byAge().slice(0, Math.max(0, this.#sessions.size + 1 - this.#limits.cap));
    for (const [old] of excess) this.#close(old);
    this.#sessions.set(id, { session, lastUsedAt: this.#clock.now() });
    this.#stopSweep ??= this.#clock.after(this.#limits.idleMs / 4, this.#sweep);
  }

  find(id: string, caller: Caller): T | undefined {
    const found = this.#sessions.get(id);
    if (found === undefined || found.session.caller.principalId !== caller.principalId) return undefined;
    found.lastUsedAt = this.#clock.now();
    return found.session;
  }

  remove(id: string): void {
    this.#sessions.delete(id);
  }

  /** Closes the one unused for longest, when that is at least so long and nothing of it is under way. */
  closeLongestIdle(atLeastMs: number): boolean {
    const before = this.#clock.now() - atLeastMs;
    const found = this.#byAge().find(([, it]) => it.session.isBusy !== true && it.lastUsedAt <= before);
    if (found === undefined) return false;
    this.#close(found[0]);
    return true;
  }

  async closeAll(): Promise<void> {
    this.#stopSweep?.();
    const all = this.all();
    this.#sessions.clear();
    await Promise.allSettled(all.map((it) => it.close()));
  }

  #sweep = (): void => {
    while (this.closeLongestIdle(this.#limits.idleMs));
    this.#stopSweep = this.#sessions.size === 0 ? undefined : this.#clock.after(this.#limits.idleMs / 4, this.#sweep);
  };

  #byAge = () => [...this.#sessions].sort(([, a], [, b]) => a.lastUsedAt - b.lastUsedAt);

  #close(id: string): void {
    const found = this.#sessions.get(id);
    this.#sessions.delete(id);
    void found?.session.close();
  }
}
