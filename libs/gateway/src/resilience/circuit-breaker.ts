import { backOffMs } from '@assay/kernel';
import { type CircuitAsker, type CircuitResult, FaultStreak, noAsker } from './fault-streak.js';

/** When a circuit opens and how it closes again (SPEC section 12). */
export interface BreakerSettings {
  /** How far back calls count. */
  readonly windowMs: number;
  /** Fewer calls than this in the window decide nothing. */
  readonly minCalls: number;
  /** A greater share of failures than this opens. */
  readonly failureShare: number;
  /** How long it stays open the first time; twice as long after each probe that fails, up to the longest. */
  readonly coolDownMs: number;
  readonly maxCoolDownMs: number;
}

export const breakerDefaults: BreakerSettings = Object.freeze({
  windowMs: 60_000,
  minCalls: 10,
  failureShare: 0.5,
  coolDownMs: 5_000,
  maxCoolDownMs: 300_000,
});

export const circuitStates = ['CLOSED', 'OPEN', 'HALF_OPEN'] as const;
export type CircuitState = (typeof circuitStates)[number];

/** The window slides in steps of a twelfth of it, so that counting is O(1) and reading O(12). */
const steps = 12;

/** Arguments that succeeded, and when. */
interface Good {
  digest: string;
  at: number;
}
const neverGood: Good = { digest: '', at: Number.NEGATIVE_INFINITY };

/** Failures of a step had several arguments. */
const several = '*';

/**
 * A sliding-window circuit breaker for one version, as a pure machine: time is handed in, in ms, and never goes back.
 * CLOSED counts successes and failures; more failures than `failureShare` among at least `minCalls` open it, unless one
 * set of arguments met all of them while others succeeded; so do failures of one kind in a row (`FaultStreak`). OPEN refuses
 * until its cool-down is over, except a probe with other arguments than those that opened it; HALF_OPEN lets one probe out:
 * a success closes and clears the window, a failure opens again for twice as long.
 */
export class CircuitBreaker {
  readonly #settings: BreakerSettings;
  readonly #calls = new Uint32Array(steps);
  readonly #failures = new Uint32Array(steps);
  /** By step, the arguments of its failures: empty for none, `several` for different ones. */
  readonly #failing: string[] = Array.from({ length: steps }, () => '');
  /** When the latest two different arguments succeeded, the latest first. */
  #good: readonly [Good, Good] = [{ ...neverGood }, { ...neverGood }];
  readonly #streak = new FaultStreak();
  /** Whether the last call failed: only then a success ends a streak. */
  #hasFailed = false;
  /** The one set of arguments whose failures opened it; null when there were several, or it is closed. */
  #openedBy: string | null = null;
  /** Number of the newest step counted, since the beginning of time. */
  #step = Number.NEGATIVE_INFINITY;
  #openUntil: number | null = null;
  #openings = 0;
  #probing = false;

  constructor(settings: BreakerSettings = breakerDefaults) {
    this.#settings = settings;
  }

  state(now: number): CircuitState {
    if (this.#openUntil === null) return 'CLOSED';
    return now < this.#openUntil ? 'OPEN' : 'HALF_OPEN';
  }

  /** Until when it rejects all calls; null while it is closed. */
  get openUntil(): number | null {
    return this.#openUntil;
  }

  /** Whether the one probe of HALF_OPEN is out. */
  get isProbing(): boolean {
    return this.#probing;
  }

  /** Calls and failures in the window. */
  counts(now: number): { calls: number; failures: number } {
    this.#slide(now);
    return { calls: sum(this.#calls), failures: sum(this.#failures) };
  }

  /** Whether nothing would be lost by forgetting it. */
  isIdle(now: number): boolean {
    return this.#openUntil === null && this.counts(now).calls === 0;
  }

  /** Whether a call with these arguments may be the probe although the cool-down is not over. */
  admitsEarly(digest: string): boolean {
    return this.#openedBy !== null && this.#openedBy !== digest;
  }

  /** The one set of arguments that opened it, if it was one. */
  get openedBy(): string | null {
    return this.#openedBy;
  }

  /** Takes the probe; false when it is out already, or there is none to take. */
  takeProbe(now: number, digest: string = noAsker.digest): boolean {
    const state = this.state(now);
    if (this.#probing || state === 'CLOSED' || (state === 'OPEN' && !this.admitsEarly(digest))) return false;
    this.#probing = true;
    return true;
  }

  /** The probe came back with nothing to say of the tool (the caller cancelled it): the next one may go. */
  returnProbe(): void {
    this.#probing = false;
  }

  /** What a probe found; one that failed with other arguments shows that it is not about those. */
  endProbe(isSuccess: boolean, now: number, { digest }: CircuitAsker = noAsker): void {
    this.#probing = false;
    if (isSuccess) {
      this.#close();
      this.#noteGood(digest, now);
    } else this.#open(now, this.#openedBy === digest ? digest : null);
  }

  /** Counts a call that was let out while CLOSED. */
  record(result: CircuitResult, now: number, asker: CircuitAsker = noAsker): void {
    this.#slide(now);
    const at = index(this.#step);
    this.#calls[at] = (this.#calls[at] as number) + 1;
    const isStreak = this.#isStreak(result, asker);
    if (result === 'success') {
      this.#noteGood(asker.digest, now);
      return;
    }
    this.#failures[at] = (this.#failures[at] as number) + 1;
    const former = this.#failing[at] as string;
    this.#failing[at] = former === '' || former === asker.digest ? asker.digest : several;
    if (this.#openUntil !== null) return;
    const { calls, failures } = this.counts(now);
    const isRate = calls >= this.#settings.minCalls && failures > this.#settings.failureShare * calls;
    const only = this.#onlyFailing();
    if (isStreak || (isRate && !this.#othersSucceed(only, now))) this.#open(now, only);
  }

  /** Another replica opened it. */
  openAs(until: number, openings: number, openedBy: string | null = null): void {
    this.#openUntil = until;
    this.#openings = openings;
    this.#openedBy = openedBy;
    this.#probing = false;
  }

  /** Another replica closed it. */
  closeAs(): void {
    this.#close();
  }

  /** How often it opened since it was last closed. */
  get openings(): number {
    return this.#openings;
  }

  #isStreak(result: CircuitResult, asker: CircuitAsker): boolean {
    if (result === 'success' && !this.#hasFailed) return false;
    this.#hasFailed = result !== 'success';
    return this.#streak.add(result, asker);
  }

  /** The arguments of all failures in the window, when they were the same. */
  #onlyFailing(): string | null {
    const found = new Set(this.#failing.filter((_, at) => (this.#failures[at] as number) > 0));
    const [only] = found;
    return found.size === 1 && only !== several && only !== undefined ? only : null;
  }

  #othersSucceed(only: string | null, now: number): boolean {
    if (only === null) return false;
    return this.#good.some(({ digest, at }) => digest !== only && now - at < this.#settings.windowMs);
  }

  #noteGood(digest: string, now: number): void {
    const [latest, former] = this.#good;
    if (latest.digest === digest) {
      latest.at = now;
      return;
    }
    former.digest = digest;
    former.at = now;
    this.#good = [former, latest];
  }

  #open(now: number, openedBy: string | null): void {
    this.#openedBy = openedBy;
    const { coolDownMs, maxCoolDownMs } = this.#settings;
    this.#openUntil = now + backOffMs({ firstMs: coolDownMs, maxMs: maxCoolDownMs }, this.#openings);
    this.#openings += 1;
  }

  #close(): void {
    this.#openUntil = null;
    this.#openings = 0;
    this.#openedBy = null;
    this.#probing = false;
    this.#streak.clear();
    this.#calls.fill(0);
    this.#failures.fill(0);
    this.#failing.fill('');
  }

  /** Clears the steps that have left the window since the last count. */
  #slide(now: number): void {
    const step = Math.floor((now * steps) / this.#settings.windowMs);
    const passed = Math.min(steps, step - this.#step);
    for (let back = 0; back < passed; back += 1) {
      this.#calls[index(step - back)] = 0;
      this.#failures[index(step - back)] = 0;
      this.#failing[index(step - back)] = '';
    }
    if (passed > 0) this.#step = step;
  }
}

const index = (step: number): number => ((step % steps) + steps) % steps;

function sum(counts: Uint32Array): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
