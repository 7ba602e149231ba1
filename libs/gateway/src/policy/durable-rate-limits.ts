import type { Clock, Job } from '@assay/kernel';
import type { LimitCounts, SliceCount } from './limit-counts.js';
import type { LocalRateLimits } from './local-rate-limits.js';
import { PendingCounts } from './pending-counts.js';
import { type Acquired, amountOf, type Counter, type RateLimits } from './rate-limits.js';

export interface DurableRateLimitsPorts {
  readonly local: LocalRateLimits;
  readonly counts: LimitCounts;
  readonly clock: Clock;
  /** Called for counts that could not be written, which is retried. */
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
  #pending = new PendingCounts();
  #writing: Promise<void> | undefined;
  #stopTimer: (() => void) | undefined;

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
    const { granted, slices, standings } = acquired;
    if (!granted) return acquired;
    const countedAt = this.#ports.clock.now();
    const kept = this.#note(counters, countedAt, cost);
    if (kept === undefined) return acquired;
    const counted = { granted, slices, standings, countedAt };
    return kept === 'exactly' ? this.#written().then(() => counted) : counted;
  }

  giveBack(counters: readonly Counter[], cost: number, acquired: Acquired): void {
    this.#ports.local.giveBack(counters, cost, acquired);
    if (acquired.countedAt !== undefined) this.#note(counters, acquired.countedAt, -cost);
  }

  peek = (counters: readonly Counter[]): Acquired => this.#ports.local.peek(counters);

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    while (this.#writing !== undefined) await this.#writing;
    if (this.#pending.isEmpty) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  get jobs(): readonly Job[] {
    return [{ name: 'limit-counts.refresh', everyMs: 60_000, run: () => this.refresh() }];
  }

  /** Answers how the counters are kept: exactly if one of them is; undefined when none is kept. */
  #note(counters: readonly Counter[], at: number, cost: number): Counter['kept'] {
    let strictest: Counter['kept'];
    for (const counter of counters) {
      if (counter.kept === undefined) continue;
      this.#pending.countAt(counter, at, amountOf(counter, cost));
      if (strictest !== 'exactly') strictest = counter.kept;
    }
    if (strictest !== undefined) this.#writeSoon();
    return strictest;
  }

  #writeSoon(): void {
    this.#stopTimer ??= this.#ports.clock.after(writeWithinMs, () => void this.flush());
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
    this.#pending = new PendingCounts();
    try {
      await this.#ports.counts.add(written.all());
    } catch (cause) {
      this.#ports.onProblem(cause);
      for (const each of written.all()) this.#pending.add(each);
      this.#writeSoon();
    }
  }
}
