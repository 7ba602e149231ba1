/** When a circuit opens and how it closes again (SPEC section 12). */
export interface BreakerSettings {
  /** How far back calls count. */
  readonly windowMs: number;
  /** Fewer calls than this in the window decide nothing. */
  readonly leastCalls: number;
  /** A greater share of failures than this opens. */
  readonly failureShare: number;
  /** How long it stays open the first time; twice as long after each probe that fails, up to the longest. */
  readonly coolDownMs: number;
  readonly longestCoolDownMs: number;
}

export const breakerDefaults: BreakerSettings = Object.freeze({
  windowMs: 60_000,
  leastCalls: 10,
  failureShare: 0.5,
  coolDownMs: 30_000,
  longestCoolDownMs: 300_000,
});

export const circuitStates = ['CLOSED', 'OPEN', 'HALF_OPEN'] as const;
export type CircuitState = (typeof circuitStates)[number];

/** The window slides in steps of a twelfth of it, so that counting is O(1) and reading O(12). */
const steps = 12;

/**
 * A sliding-window circuit breaker for one version, as a pure machine: time is handed in, in ms, and never goes back.
 * CLOSED counts successes and failures; more failures than `failureShare` among at least `leastCalls` open it. OPEN
 * refuses until its cool-down is over, HALF_OPEN lets one probe out: a success closes and clears the window, a failure
 * opens again for twice as long.
 */
export class CircuitBreaker {
  readonly #settings: BreakerSettings;
  readonly #calls = new Uint32Array(steps);
  readonly #failures = new Uint32Array(steps);
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

  /** Until when it refuses, whoever asks; null while it is closed. */
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

  /** Takes the probe of HALF_OPEN; false when it is out already, or there is none to take. */
  takeProbe(now: number): boolean {
    if (this.state(now) !== 'HALF_OPEN' || this.#probing) return false;
    this.#probing = true;
    return true;
  }

  /** The probe came back with nothing to say of the tool (the caller cancelled it): the next one may go. */
  returnProbe(): void {
    this.#probing = false;
  }

  /** What a probe found. */
  endProbe(isSuccess: boolean, now: number): void {
    this.#probing = false;
    if (isSuccess) this.#close();
    else this.#open(now);
  }

  /** Counts a call that was let out while CLOSED, many at once when replicas share what they saw. */
  count(successes: number, failures: number, now: number): void {
    this.#slide(now);
    const at = index(this.#step);
    this.#calls[at] = (this.#calls[at] as number) + successes + failures;
    this.#failures[at] = (this.#failures[at] as number) + failures;
    if (this.#openUntil !== null || failures === 0) return;
    const { calls, failures: failed } = this.counts(now);
    if (calls >= this.#settings.leastCalls && failed > this.#settings.failureShare * calls) this.#open(now);
  }

  /** Another replica opened it. */
  openAs(until: number, openings: number): void {
    this.#openUntil = until;
    this.#openings = openings;
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

  #open(now: number): void {
    const { coolDownMs, longestCoolDownMs } = this.#settings;
    this.#openUntil = now + Math.min(longestCoolDownMs, coolDownMs * 2 ** this.#openings);
    this.#openings += 1;
  }

  #close(): void {
    this.#openUntil = null;
    this.#openings = 0;
    this.#probing = false;
    this.#calls.fill(0);
    this.#failures.fill(0);
  }

  /** Clears the steps that have left the window since the last count. */
  #slide(now: number): void {
    const step = Math.floor((now * steps) / this.#settings.windowMs);
    const passed = Math.min(steps, step - this.#step);
    for (let back = 0; back < passed; back += 1) {
      this.#calls[index(step - back)] = 0;
      this.#failures[index(step - back)] = 0;
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
