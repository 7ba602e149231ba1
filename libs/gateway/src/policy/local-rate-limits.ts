import type { Clock } from '@assay/kernel';
import { fairShare, isKept } from './fair-share.js';
import type { SliceCount } from './limit-counts.js';
import { type Acquired, amountOf, type Counter, type RateLimits, type Window } from './rate-limits.js';
import { partOf, SharedCounts } from './shared-counts.js';
import { missedGroups } from './shared-groups.js';
import { SlicedWindow, type Slicing, sliceMsOf, slicingOf } from './sliced-window.js';

/** Counters kept at once, in about 70 megabytes; beyond it, one of little use gives way to each new one. */
const countersCap = 100_000;
/** Counters looked at whenever one is added: idle ones go sooner than new ones come. */
const lookedAt = 4;
const lookedAtWhenFull = 32;

export interface LocalRateLimitsOptions {
  /** How many processes share the limits, this one included: each allows its part of them, and at least 1. */
  readonly replicas?: () => number;
  readonly cap?: number;
}

/** What one counter has counted, and what it was refused of something that is shared. */
interface Tally {
  readonly used: SlicedWindow;
  missed?: SlicedWindow;
}

/** Limits of one process, in its memory. Exact for that process; what was counted is forgotten when it ends. */
export class LocalRateLimits implements RateLimits {
  readonly #clock: Clock;
  readonly #replicas: () => number;
  readonly #cap: number;
  readonly #tallies = new Map<string, Tally>();
  readonly #shared = new SharedCounts();
  /** Goes round and round over them, a few at a time. */
  #hand: MapIterator<[string, Tally]> = this.#tallies.entries();

  constructor(clock: Clock, { replicas = () => 1, cap = countersCap }: LocalRateLimitsOptions = {}) {
    this.#clock = clock;
    this.#replicas = replicas;
    this.#cap = cap;
  }

  /** Counters in memory. */
  get size(): number {
    return this.#tallies.size;
  }

  acquire(counters: readonly Counter[], cost: number): Acquired {
    const now = this.#now();
    const looked = this.#look(counters, cost, now);
    const { granted, standings, tallies } = looked;
    if (!granted) {
      this.#miss(counters, cost, now, looked);
      return { granted, standings, slices: [] };
    }
    const slices = counters.map((counter, index) =>
      (tallies[index] ?? this.#tallyOf(counter)).used.add(sliceAt(counter.window, now), amountOf(counter, cost)),
    );
    for (const [index, standing] of standings.entries()) standing.used += amountOf(counters[index] as Counter, cost);
    return { granted, slices, standings };
  }

  /** Counts what was granted elsewhere, whatever the limits say. */
  enter(counters: readonly Counter[], cost: number): void {
    const now = this.#now();
    for (const counter of counters)
      this.#tallyOf(counter).used.add(sliceAt(counter.window, now), amountOf(counter, cost));
  }

  /**
   * Takes up what was counted before this process began, slices oldest first. What lies in the past of the clock that
   * never goes back is put where it leaves its window no sooner than it should.
   */
  restore(counts: readonly SliceCount[]): void {
    const now = this.#now();
    for (const each of counts) this.#tallyBy(each.key, each).used.add(ownSliceOf(each, now), each.count);
  }

  /** Takes these as all that was counted where no process runs any more. It counts for all processes together. */
  share(counts: readonly SliceCount[]): void {
    const now = this.#now();
    this.#shared.replace(counts, (each) => ownSliceOf(each, now));
  }

  giveBack(counters: readonly Counter[], cost: number, { slices }: Acquired): void {
    for (const [index, counter] of counters.entries())
      this.#tallies.get(counter.key)?.used.takeOut(slices[index] ?? Number.NaN, amountOf(counter, cost));
  }

  peek(counters: readonly Counter[]): Acquired {
    const { granted, standings } = this.#look(counters, 1, this.#now());
    return { granted, standings, slices: [] };
  }

  #look(counters: readonly Counter[], cost: number, now: Now): Looked {
    const looked: Looked = { granted: true, standings: [], tallies: [] };
    const replicas = Math.max(1, this.#replicas());
    let former: Former | undefined;
    for (const counter of counters) {
      const { key, limit: full, window: stretch, sharesFormer } = counter;
      const tally = this.#tallies.get(key);
      const slice = sliceAt(stretch, now);
      const elsewhere = this.#shared.of(key);
      const shared = elsewhere?.totalAt(slice) ?? 0;
      const used = (tally?.used.totalAt(slice) ?? 0) + shared;
      const missed = tally?.missed?.totalAt(slice) ?? 0;
      const limit = partOf(full, replicas, shared);
      const whole = sharesFormer ? former : undefined;
      const allowed =
        whole === undefined
          ? limit
          : Math.min(limit, fairShare(whole.allowed, whole.used, used, whole.missed - missed));
      const surplus = used + amountOf(counter, cost) - allowed;
      if (surplus > 0) looked.granted = false;
      const counted = [tally?.used, elsewhere].filter((it) => it !== undefined);
      const retryAfterMs =
        surplus > 0
          ? (freeIn(stretch, counted, surplus, now) ?? freeIn(stretch, whole?.counted ?? [], surplus, now))
          : 0;
      looked.standings.push({ used, allowed, retryAfterMs });
      looked.tallies.push(tally);
      former = { counted, used, allowed, missed };
    }
    return looked;
  }

  /** Notes what was refused of something shared, so that it is kept free for the one who asked. */
  #miss(counters: readonly Counter[], cost: number, now: Now, { standings, tallies }: Looked): void {
    for (const group of missedGroups(counters, standings)) {
      const [own, whole] = [group.at(-1) as number, group.at(-2) as number];
      const slice = sliceAt((counters[own] as Counter).window, now);
      const missed = tallies[own]?.missed?.totalAt(slice) ?? 0;
      if (!isKept(standings[whole]?.allowed ?? 0, standings[own]?.used ?? 0, missed, cost)) continue;
      for (const at of group) {
        const tally = this.#tallyOf(counters[at] as Counter);
        tally.missed ??= new SlicedWindow(tally.used.slicing);
        tally.missed.add(slice, cost);
      }
    }
  }

  #tallyOf = ({ key, window }: Counter): Tally => this.#tallyBy(key, slicingOf(window));

  #tallyBy(key: string, slicing: Slicing): Tally {
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    this.#makeRoom();
    const made: Tally = { used: new SlicedWindow(slicing) };
    this.#tallies.set(key, made);
    return made;
  }

  /** Days are the calendar's; everything else goes by the clock that nobody can set back. */
  #now = (): Now => ({ calendar: this.#clock.now(), sliding: this.#clock.monotonic() });

  /** Forgets some that count nothing; when there are too many, the one among them that counts least. */
  #makeRoom(): void {
    const isFull = this.#tallies.size >= this.#cap;
    const now = this.#now();
    let smallest: { key: string; total: number } | undefined;
    for (let looked = 0; looked < (isFull ? lookedAtWhenFull : lookedAt); looked += 1) {
      const next = this.#hand.next();
      if (next.done) {
        this.#hand = this.#tallies.entries();
        continue;
      }
      const [key, { used, missed }] = next.value;
      const { former, sliceMs } = used.slicing;
      const slice = Math.floor(now[former === 0 ? 'calendar' : 'sliding'] / sliceMs);
      const total = used.totalAt(slice) + (missed?.totalAt(slice) ?? 0);
      if (total === 0) this.#tallies.delete(key);
      else if (smallest === undefined || total < smallest.total) smallest = { key, total };
    }
    if (this.#tallies.size >= this.#cap && smallest !== undefined) this.#tallies.delete(smallest.key);
  }
}

/** The slice by this process's own clocks in which something counts that was counted before it began. */
function ownSliceOf({ slice, sliceMs, former }: SliceCount, now: Now): number {
  const ageMs = Math.max(0, now.calendar - (slice + 1) * sliceMs);
  return former === 0 ? slice : Math.floor((now.sliding - ageMs) / sliceMs);
}

const sliceAt = (window: Window, now: Now): number => Math.floor(now[window.kind] / sliceMsOf(window));

/**
 * In how many ms `surplus` will have left the window. Of a share this is no guess: what one of those who share gives up
 * is free for it alone until another takes it. One who has nothing to give up waits for the whole.
 */
function freeIn(stretch: Window, counted: readonly SlicedWindow[], surplus: number, now: Now): number | null {
  const slice = counted[0]?.freeAt(surplus, counted[1]) ?? null;
  return slice === null ? null : Math.max(1, Math.ceil(slice * sliceMsOf(stretch) - now[stretch.kind]));
}

/** Times in ms, by what goes by them. */
type Now = Readonly<Record<Window['kind'], number>>;

interface Looked {
  granted: boolean;
  readonly standings: { used: number; readonly allowed: number; readonly retryAfterMs: number | null }[];
  readonly tallies: (Tally | undefined)[];
}

/** The counter just before one that shares it. */
interface Former {
  readonly counted: readonly SlicedWindow[];
  readonly used: number;
  readonly allowed: number;
  readonly missed: number;
}
