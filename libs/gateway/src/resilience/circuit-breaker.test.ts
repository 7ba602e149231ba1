import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { breakerDefaults, CircuitBreaker } from './circuit-breaker.js';

/** A breaker after so many successes and failures at time 0. */
function after(successes: number, failures: number): CircuitBreaker {
  const breaker = new CircuitBreaker();
  for (let n = 0; n < successes; n += 1) breaker.record('success', 0);
  for (let n = 0; n < failures; n += 1) breaker.record('error', 0);
  return breaker;
}

describe('CircuitBreaker', () => {
  // successes, then failures; the state
  it.each([
    [0, 9, 'CLOSED'],
    [0, 10, 'OPEN'],
    [5, 5, 'CLOSED'],
    [5, 6, 'OPEN'],
    [100, 50, 'CLOSED'],
  ] as const)('after %i successes and %i failures is %s', (successes, failures, state) => {
    expect(after(successes, failures).state(0)).toBe(state);
  });

  it('forgets what has left the window', () => {
    const breaker = after(0, 9);
    breaker.record('error', 60_001);
    expect([breaker.state(60_001), breaker.counts(60_001)]).toEqual(['CLOSED', { calls: 1, failures: 1 }]);
  });

  it('refuses for its cool-down, then lets one probe out', () => {
    const breaker = after(0, 10);
    expect([breaker.state(4_999), breaker.takeProbe(4_999)]).toEqual(['OPEN', false]);
    expect(breaker.state(5_000)).toBe('HALF_OPEN');
    expect([breaker.takeProbe(5_000), breaker.takeProbe(5_000)]).toEqual([true, false]);
    breaker.returnProbe();
    expect(breaker.takeProbe(5_000)).toBe(true);
  });

  it('closes after a successful probe, with an empty window', () => {
    const breaker = after(0, 10);
    breaker.takeProbe(5_000);
    breaker.endProbe(true, 5_000);
    expect([breaker.state(5_000), breaker.counts(5_000).calls, breaker.openings]).toEqual(['CLOSED', 0, 0]);
  });

  it('doubles its cool-down with every bad probe, up to five minutes', () => {
    const breaker = after(0, 10);
    let now = 0;
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      waits.push((breaker.openUntil ?? 0) - now);
      now = breaker.openUntil ?? 0;
      breaker.takeProbe(now);
      breaker.endProbe(false, now);
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000]);
  });

  it('does as another replica says', () => {
    const breaker = new CircuitBreaker();
    breaker.openAs(5_000, 1);
    expect([breaker.state(4_999), breaker.state(5_000)]).toEqual(['OPEN', 'HALF_OPEN']);
    breaker.closeAs();
    expect([breaker.state(0), breaker.isIdle(0)]).toEqual(['CLOSED', true]);
  });

  it('counts between eleven twelfths and the whole of the window, whatever the calls', () => {
    const call = fc.record({ gapMs: fc.nat(20_000), failed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        const breaker = new CircuitBreaker({ ...breakerDefaults, minCalls: Number.POSITIVE_INFINITY });
        const seen: { at: number; failed: boolean }[] = [];
        let now = 0;
        for (const { gapMs, failed } of calls) {
          now += gapMs;
          breaker.record(failed ? 'error' : 'success', now);
          seen.push({ at: now, failed });
          const counted = breaker.counts(now);
          const within = (ms: number) => seen.filter(({ at }) => at > now - ms);
          expect(counted.calls).toBeGreaterThanOrEqual(within(55_000).length);
          expect(counted.calls).toBeLessThanOrEqual(within(60_000.001).length);
          expect(counted.failures).toBeLessThanOrEqual(counted.calls);
        }
      }),
    );
  });
});

/** The rule as SPEC has it, with every call kept: what the breaker must agree with up to the width of a step. */
class Model {
  readonly #calls: { at: number; failed: boolean }[] = [];
  openUntil: number | null = null;
  #openings = 0;

  state = (now: number) => (this.openUntil === null ? 'CLOSED' : now < this.openUntil ? 'OPEN' : 'HALF_OPEN');

  call(failed: boolean, now: number): void {
    this.#calls.push({ at: now, failed });
    const step = 5_000;
    const counted = this.#calls.filter((it) => Math.floor(it.at / step) > Math.floor(now / step) - 12);
    const failures = counted.filter((it) => it.failed).length;
    if (failed && counted.length >= 10 && failures * 2 > counted.length) this.open(now);
  }

  open(now: number): void {
    this.openUntil = now + Math.min(300_000, 5_000 * 2 ** this.#openings);
    this.#openings += 1;
  }

  close(): void {
    this.openUntil = null;
    this.#openings = 0;
    this.#calls.length = 0;
  }
}

it('does as the rule says, whatever happens and when', () => {
  const step = fc.record({ afterMs: fc.nat(40_000), fails: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const breaker = new CircuitBreaker();
      const model = new Model();
      let now = 1_000_000;
      for (const { afterMs, fails } of steps) {
        // Most calls come close together, or nothing would ever open.
        now += afterMs % 7 === 0 ? afterMs : afterMs % 1_500;
        expect(breaker.state(now)).toBe(model.state(now));
        if (breaker.state(now) === 'CLOSED') {
          breaker.record(fails ? 'error' : 'success', now);
          model.call(fails, now);
        } else if (breaker.takeProbe(now)) {
          expect(breaker.takeProbe(now)).toBe(false);
          breaker.endProbe(!fails, now);
          if (fails) model.open(now);
          else model.close();
        }
        expect(breaker.openUntil).toBe(model.openUntil);
      }
    }),
  );
});
