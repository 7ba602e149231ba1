import type { Caller } from '@assay/identity';
import type { Clock } from '@assay/kernel';

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
  /** Sessions per principal: opening more closes its own least recently used one, and no other principal's. */
  readonly capOfOne: number;
}

/**
 * Sessions by their id. One belongs to the principal that opened it; nobody else can find it. Idle ones are closed, and
 * beyond a cap the longest unused, those with nothing under way first.
 */
export class SessionTable<T extends Kept> {
  /** The longest unused first. */
  readonly #sessions = new Map<string, { readonly session: T; readonly lastUsedAt: number }>();
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
    const { cap, capOfOne, idleMs } = this.#limits;
    const { principalId } = session.caller;
    const own = [...this.#sessions].filter(([, it]) => it.session.caller.principalId === principalId);
    if (own.length >= capOfOne) this.#closeOneOf(own);
    if (this.#sessions.size >= cap) this.#closeOneOf([...this.#sessions]);
    this.#sessions.set(id, { session, lastUsedAt: this.#clock.now() });
    this.#stopSweep ??= this.#clock.after(idleMs / 4, this.#sweep);
  }

  find(id: string, caller: Caller): T | undefined {
    const found = this.#sessions.get(id);
    if (found === undefined || !isSameCaller(found.session.caller, caller)) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, { session: found.session, lastUsedAt: this.#clock.now() });
    return found.session;
  }

  remove(id: string): void {
    this.#sessions.delete(id);
  }

  /** Closes the one unused for longest, when that is at least so long and nothing of it is under way. */
  closeLongestIdle(atLeastMs: number): boolean {
    const before = this.#clock.now() - atLeastMs;
    const found = [...this.#sessions].find(([, it]) => it.session.isBusy !== true && it.lastUsedAt <= before);
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

  #closeOneOf(sessions: readonly (readonly [string, { readonly session: T }])[]): void {
    const found = sessions.find(([, it]) => it.session.isBusy !== true) ?? sessions[0];
    if (found !== undefined) this.#close(found[0]);
  }

  #close(id: string): void {
    const found = this.#sessions.get(id);
    this.#sessions.delete(id);
    void found?.session.close();
  }
}

/** A client that acts for somebody has sessions of its own. */
const isSameCaller = (a: Caller, b: Caller): boolean =>
  a.principalId === b.principalId && a.client?.id === b.client?.id;
