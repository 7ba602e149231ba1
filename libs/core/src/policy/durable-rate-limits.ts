import type { Clock } from '../kernel/clock.js';
import type { Job } from '../kernel/jobs.js';
import type { LimitCounts, SliceCount } from './limit-counts.js';
import type { LocalRateLimits } from './local-rate-limits.js';
import { type Acquired, amountOf, type Counter, type RateLimits } from './rate-limits.js';
import { slicingOf } from './sliced-window.js';

export interface DurableRateLimitsPorts {
  readonly local: LocalRateLimits;
  readonly counts: LimitCounts;
  readonly clock: Clock;
  /** Told of counts that could not be written, which is tried again. */
  readonly onProblem: (cause: unknown) => void;
}

/** How late what is kept without waiting is written. */
const writeWithinMs = 1_000;
/** How long a call waits for its count to be durable; the database may be away, and limits alone stop no call. */
const patienceMs = 500;

/**
 * Limits of one process that a restart does not forgive. What is counted exactly is durable before its call is made, so
 * that a call in flight when the process dies counts as made. Concurrent calls share a write.
 */
export class DurableRateLimits implements RateLimits {
  readonly #ports: DurableRateLimitsPorts;
  /** By key and slice: what is not written yet. */
  #pending = new Map<string, SliceCount>();
  #writing: Promise<void> | undefined;
  #stopTimer: (() => void) | undefined;
  /** Where what was acquired is kept, one slice a counter. */
  readonly #kept = new WeakMap<Acquired, readonly number[]>();

  constructor(ports: DurableRateLimitsPorts) {
    this.#ports = ports;
  }

  /** Takes up what was counted before this start. */
  async restore(): Promise<void> {
    const { local, counts, clock } = this.#ports;
    const { own, shared } = await counts.load(clock.now());
    local.restore(own);
    local.share(shared);
  }

  /** Takes up what other records show was used and is not counted, such as from before anything was kept. */
  async rebuild(totals: readonly SliceCount[]): Promise<void> {
    await this.#ports.counts.raise(totals);
    await this.refresh();
  }

  /** Reads again what counts for all servers together: it changes when one of them ends, or comes back. */
  async refresh(): Promise<void> {
    const { local, counts, clock } = this.#ports;
    local.share((await counts.load(clock.now())).shared);
  }

  acquire(counters: readonly Counter[], cost: number): Acquired | Promise<Acquired> {
    const acquired = this.#ports.local.acquire(counters, cost);
    if (!acquired.granted) return acquired;
    const now = this.#ports.clock.now();
    const slices = counters.map(({ window }) => Math.floor(now / slicingOf(window).sliceMs));
    this.#kept.set(acquired, slices);
    this.#note(counters, slices, cost);
    return counters.some(({ kept }) => kept === 'exactly') ? this.#written().then(() => acquired) : acquired;
  }

  giveBack(counters: readonly Counter[], cost: number, acquired: Acquired): void {
    this.#ports.local.giveBack(counters, cost, acquired);
    this.#note(counters, this.#kept.get(acquired) ?? [], -cost);
  }

  peek = (counters: readonly Counter[]): Acquired => this.#ports.local.peek(counters);

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    while (this.#writing !== undefined) await this.#writing;
    if (this.#pending.size === 0) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  get jobs(): readonly Job[] {
    const { counts, clock } = this.#ports;
    return [
      { name: 'limit-counts.prune', everyMs: 3_600_000, run: () => counts.prune(clock.now()) },
      { name: 'limit-counts.refresh', everyMs: 60_000, run: () => this.refresh() },
    ];
  }

  #note(counters: readonly Counter[], slices: readonly number[], cost: number): void {
    for (const [index, counter] of counters.entries()) {
      const slice = slices[index];
      if (counter.kept === undefined || slice === undefined) continue;
      const { sliceMs, former } = slicingOf(counter.window);
      this.#add({ key: counter.key, slice, sliceMs, former, count: amountOf(counter, cost) });
    }
    if (this.#pending.size > 0) this.#stopTimer ??= this.#ports.clock.after(writeWithinMs, () => void this.flush());
  }

  #add(counted: SliceCount): void {
    const name = `${counted.slice} ${counted.key}`;
    const known = this.#pending.get(name)?.count ?? 0;
    this.#pending.set(name, { ...counted, count: known + counted.count });
  }

  /** Resolves when all that has been counted is durable, or has had its time. */
  async #written(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const stopTimer = this.#ports.clock.after(patienceMs, late.resolve);
    await Promise.race([this.flush(), late.promise]).finally(stopTimer);
  }

  /** What cannot be written stays for the next time. */
  async #write(): Promise<void> {
    const written = this.#pending;
    this.#pending = new Map();
    try {
      await this.#ports.counts.add([...written.values()].filter(({ count }) => count !== 0));
    } catch (cause) {
      this.#ports.onProblem(cause);
      for (const each of written.values()) this.#add(each);
      this.#stopTimer ??= this.#ports.clock.after(writeWithinMs, () => void this.flush());
    }
  }
}
