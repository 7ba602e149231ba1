import type { Clock } from '@assay/kernel';
import { type BreakerSettings, breakerDefaults, CircuitBreaker, type CircuitState } from './circuit-breaker.js';
import type { Admission, Circuits, CircuitView, Refusal } from './circuits.js';
import { type CircuitAsker, type CircuitResult, noAsker } from './fault-streak.js';

/**
 * A probe whose outcome is not reported in this time, nor within its call's, is treated as lost: another may start; in
 * ms.
 */
export const probeLeaseMs = 60_000;
/** Idle breakers are looked for when there are this many more than after the last look. */
const sweepEvery = 1_000;

/** The circuit breakers of one process. */
export class LocalCircuits implements Circuits {
  readonly #breakers = new Map<string, CircuitBreaker>();
  readonly #leases = new Map<string, number>();
  readonly shared = false;
  #sweepAt = sweepEvery;

  constructor(
    private readonly clock: Clock,
    private readonly settings: BreakerSettings = breakerDefaults,
  ) {}

  admit(versionId: string, withinMs = 0, asker = noAsker): Admission | Refusal {
    const breaker = this.#breakers.get(versionId);
    const now = this.clock.monotonic();
    if (breaker === undefined || breaker.state(now) === 'CLOSED') return this.#admission(versionId, asker);
    if (breaker.state(now) === 'OPEN' && !breaker.admitsEarly(asker.digest))
      return { retryAfterMs: Math.ceil((breaker.openUntil ?? now) - now) };
    const leased = this.#leases.get(versionId) ?? Number.NEGATIVE_INFINITY;
    if (breaker.isProbing && now >= leased) breaker.returnProbe();
    if (!breaker.takeProbe(now, asker.digest)) return { retryAfterMs: Math.max(1, Math.ceil(leased - now)) };
    const until = now + Math.max(probeLeaseMs, withinMs);
    this.#leases.set(versionId, until);
    return this.#probe(versionId, breaker, until, asker);
  }

  isOpen(versionId: string): boolean {
    const now = this.clock.monotonic();
    const breaker = this.#breakers.get(versionId);
    if (breaker === undefined) return false;
    // A probe that is given up for lost keeps nobody away.
    return breaker.state(now) === 'OPEN' || (breaker.isProbing && now < (this.#leases.get(versionId) ?? 0));
  }

  list(): readonly CircuitView[] {
    const now = this.clock.monotonic();
    const sinceEpoch = this.clock.now() - now;
    return [...this.#breakers].flatMap(([versionId, breaker]) => {
      if (breaker.isIdle(now)) return [];
      const openUntil = breaker.openUntil === null ? null : Math.round(breaker.openUntil + sinceEpoch);
      const { openings } = breaker;
      return [{ versionId, state: breaker.state(now), ...breaker.counts(now), openUntil, openings, shared: false }];
    });
  }

  stateOf = (versionId: string): CircuitState =>
    this.#breakers.get(versionId)?.state(this.clock.monotonic()) ?? 'CLOSED';

  /** Counts a call that was let out by somebody else's leave. */
  note(versionId: string, result: CircuitResult, asker: CircuitAsker): void {
    this.#breaker(versionId).record(result, this.clock.monotonic(), asker);
  }

  /** Others have opened it; `until` by the clock that never goes back. */
  openAs(versionId: string, until: number, openings: number, openedBy: string | null = null): void {
    this.#breaker(versionId).openAs(until, openings, openedBy);
  }

  /** Ids of those that are not closed. */
  notClosed(): string[] {
    const now = this.clock.monotonic();
    return [...this.#breakers].filter(([, breaker]) => breaker.state(now) !== 'CLOSED').map(([id]) => id);
  }

  reset(versionId: string): void {
    this.#breakers.delete(versionId);
    this.#leases.delete(versionId);
  }

  #admission(versionId: string, asker: CircuitAsker): Admission {
    return {
      isProbe: false,
      succeeded: () => this.note(versionId, 'success', asker),
      failed: (result = 'error') => this.note(versionId, result, asker),
      nothing: () => undefined,
    };
  }

  /** A report of a probe whose lease is over changes nothing: another one has started. */
  #probe(versionId: string, breaker: CircuitBreaker, until: number, asker: CircuitAsker): Admission {
    const ifHeld = (then: (now: number) => void) => () => {
      if (this.#leases.get(versionId) !== until) return;
      this.#leases.delete(versionId);
      then(this.clock.monotonic());
    };
    return {
      isProbe: true,
      succeeded: ifHeld((now) => breaker.endProbe(true, now, asker)),
      failed: ifHeld((now) => breaker.endProbe(false, now, asker)),
      nothing: ifHeld(() => breaker.returnProbe()),
    };
  }

  #breaker(versionId: string): CircuitBreaker {
    const known = this.#breakers.get(versionId);
    if (known !== undefined) return known;
    if (this.#breakers.size >= this.#sweepAt) this.#sweep();
    const breaker = new CircuitBreaker(this.settings);
    this.#breakers.set(versionId, breaker);
    return breaker;
  }

  #sweep(): void {
    const now = this.clock.monotonic();
    for (const [id, breaker] of this.#breakers) if (breaker.isIdle(now)) this.#breakers.delete(id);
    this.#sweepAt = this.#breakers.size + sweepEvery;
  }
}
