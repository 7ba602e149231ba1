import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { circuitsContract } from '../testing/circuits.contract.js';
import { type Admission, type Circuits, isRefusal, type Refusal } from './circuits.js';
import { noAsker } from './fault-streak.js';
import { LocalCircuits, probeLeaseMs } from './local-circuits.js';

const admitted = (answer: ReturnType<Circuits['admit']>): Admission => {
  if (isRefusal(answer as Refusal)) throw new Error('refused');
  return answer as Admission;
};

function opened() {
  const clock = new FakeClock();
  const circuits = new LocalCircuits(clock);
  for (let n = 0; n < 10; n += 1) admitted(circuits.admit('v')).failed();
  return { clock, circuits };
}

describe('LocalCircuits', () => {
  it('opens one version and leaves the others alone', () => {
    const { circuits } = opened();
    expect(circuits.admit('v')).toEqual({ retryAfterMs: 5_000 });
    expect([circuits.isOpen('v'), circuits.isOpen('w')]).toEqual([true, false]);
    expect(admitted(circuits.admit('w')).isProbe).toBe(false);
    expect(circuits.list()).toMatchObject([{ versionId: 'v', state: 'OPEN', calls: 10, failures: 10 }]);
  });

  it('lets one probe out and refuses the others until it is back', () => {
    const { clock, circuits } = opened();
    clock.advance(5_000);
    const probe = admitted(circuits.admit('v'));
    expect([probe.isProbe, isRefusal(circuits.admit('v') as Refusal)]).toEqual([true, true]);
    probe.succeeded();
    expect(admitted(circuits.admit('v')).isProbe).toBe(false);
    expect(circuits.isOpen('v')).toBe(false);
  });

  it('lets the next probe out when one says nothing, or is lost', () => {
    const { clock, circuits } = opened();
    clock.advance(5_000);
    admitted(circuits.admit('v')).nothing();
    const lost = admitted(circuits.admit('v'));
    expect(circuits.isOpen('v')).toBe(true);
    clock.advance(probeLeaseMs);
    expect(circuits.isOpen('v')).toBe(false);
    const next = admitted(circuits.admit('v'));
    lost.failed();
    next.succeeded();
    expect(circuits.isOpen('v')).toBe(false);
  });

  it('waits for a probe as long as its call may take', () => {
    const { clock, circuits } = opened();
    clock.advance(5_000);
    const long = admitted(circuits.admit('v', 300_000));
    clock.advance(299_999);
    expect(circuits.admit('v')).toEqual({ retryAfterMs: 1 });
    long.succeeded();
    expect(circuits.stateOf('v')).toBe('CLOSED');
  });

  it('forgets breakers that have nothing to say', () => {
    const { clock, circuits } = opened();
    for (let n = 0; n < 998; n += 1) admitted(circuits.admit(`w${n}`)).succeeded();
    clock.advance(120_000);
    for (let n = 0; n < 3; n += 1) admitted(circuits.admit(`x${n}`)).succeeded();
    expect(circuits.list().map(({ versionId }) => versionId)).toEqual(['v', 'x0', 'x1', 'x2']);
  });
});

describe('an outage of one second', () => {
  /** Calls every so often, through an outage of one second; how long after its end the first call succeeds, in ms. */
  function recoveryMs(everyMs: number): number {
    const clock = new FakeClock();
    const circuits = new LocalCircuits(clock);
    const [from, to] = [60_000, 61_000];
    for (let now = 0; now < 200_000; now += everyMs, clock.advance(everyMs)) {
      const answer = circuits.admit('v') as Admission | Refusal;
      const isOut = now >= from && now < to;
      if (isRefusal(answer)) continue;
      if (isOut) answer.failed('connection');
      else answer.succeeded();
      if (now >= to) return now - to;
    }
    return Number.POSITIVE_INFINITY;
  }

  it.each([100, 250, 330, 400, 500, 1_000, 2_500, 7_000])(
    'does not close a tool for longer than its cool-down, with a call every %s ms',
    (everyMs) => expect(recoveryMs(everyMs)).toBeLessThanOrEqual(5_000 + everyMs),
  );

  it.each([500, 1_000, 2_500])('is hardly noticed at low traffic, with a call every %s ms', (everyMs) =>
    expect(recoveryMs(everyMs)).toBeLessThanOrEqual(everyMs),
  );
});

describe('LocalCircuits keeps the contract of Circuits', () => {
  it.each(circuitsContract)('$name', async ({ check }) => {
    const clock = new FakeClock();
    const circuits = new LocalCircuits(clock);
    const fixture = { circuits, other: circuits, advance: (ms: number) => clock.advance(ms), settle: () => undefined };
    await expect(check(fixture)).resolves.toBeUndefined();
  });
});

describe('LocalCircuits that follow others', () => {
  it('count calls they did not admit, and open on reports', () => {
    const clock = new FakeClock();
    const circuits = new LocalCircuits(clock);
    for (let n = 0; n < 10; n += 1) circuits.note('v', n < 2 ? 'success' : 'error', noAsker);
    expect([circuits.stateOf('v'), circuits.notClosed()]).toEqual(['OPEN', ['v']]);
    circuits.openAs('w', clock.monotonic() + 5_000, 3);
    expect(circuits.admit('w')).toEqual({ retryAfterMs: 5_000 });
    circuits.reset('v');
    expect([circuits.stateOf('v'), circuits.shared]).toEqual(['CLOSED', false]);
  });
});
