import { type Failure, ok, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call, PlainStage } from '../call.js';
import { aCall } from '../testing/a-call.js';
import { noFallbacks } from '../testing/standing-alone.js';
import type { FallbackLevel } from './fallback-level.js';
import { hedged, notifyWhenSlow, slowAfterMs } from './hedge.js';

const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
const broken: Failure = { code: 'upstream_error', message: 'broken' };
const next: FallbackLevel = {
  ...{ level: 2, tool: 'acme/b', accuracy: 0.5, versionId: 'b', readOnly: true },
  pace: { p50Ms: 1, p99Ms: 10 },
};

/** Attempts that end when the test says so, or are cancelled. */
function setUp(standIns: readonly FallbackLevel[] = [next]) {
  const clock = new FakeClock();
  const whole = startDeadline(clock, 10_000);
  const call = aCall({ whole, deadline: whole, attempted: [], standIns, events: undefined as never }, reading);
  delete (call as { events?: unknown }).events;
  const attempts = new Map<string, { call: Call; end: (failure?: Failure) => void }>();
  const left: [string, string, string | undefined][] = [];
  const beside = new Set<Call>();
  const ended = hedged(call, {
    clock,
    fallbacks: noFallbacks,
    circuits: { isOpen: (id) => id === 'open' },
    faults: { limitedForMs: () => 0 },
    mapInput: async () => ok({ mapped: true }),
    beside: (it) => {
      beside.add(it);
      return () => beside.delete(it);
    },
    leave: (it, failure, outcome) => left.push([it.requested.reference, failure.code, outcome?.reason]),
    run: (it) =>
      new Promise((resolve) => {
        const end = (failure?: Failure) => resolve({ call: it, failure });
        it.resolved.deadline.signal.addEventListener('abort', () => end({ code: 'cancelled', message: 'cut off' }));
        attempts.set(
          attempts.has(it.requested.reference) ? `${it.requested.reference} again` : it.requested.reference,
          { call: it, end },
        );
      }),
  });
  const slow = async () => {
    call.happened.slow?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { call, clock, ended, attempts, left, beside, slow };
}
const own = 'acme/orders.create';

describe('hedged', () => {
  it('is one attempt while the tool is quick', async () => {
    const { attempts, ended, left, clock, call } = setUp();
    attempts.get(own)?.end();
    expect((await ended).failure).toBeUndefined();
    expect([attempts.size, left, call.happened.slow]).toEqual([1, [], undefined]);
    call.requested.whole.end();
    expect(clock.waiting).toBe(0);
  });

  it('begins another at the next level once it is slow; the first good answer wins, the other is cancelled and recorded', async () => {
    const { attempts, ended, left, beside, slow, call, clock } = setUp();
    await slow();
    expect([...beside].map(({ requested: { reference, level, accuracy } }) => [reference, level, accuracy])).toEqual([
      ['acme/b', 2, 0.5],
    ]);
    attempts.get('acme/b')?.end();
    const end = await ended;
    expect([end.call.requested.reference, end.failure]).toEqual(['acme/b', undefined]);
    expect(attempts.get(own)?.call.resolved.deadline.signal.reason).toBe('cancelled');
    expect(left).toEqual([[own, 'cancelled', 'overtaken']]);
    expect([beside.size, call.resolved.standIns, call.requested.whole.signal.aborted]).toEqual([0, [], false]);
    call.requested.whole.end();
    expect(clock.waiting).toBe(0);
  });

  it('waits for the other when one fails, and ends with the second when both do', async () => {
    const one = setUp();
    await one.slow();
    one.attempts.get('acme/b')?.end(broken);
    one.attempts.get(own)?.end();
    expect((await one.ended).call.requested.reference).toBe(own);
    expect(one.left).toEqual([['acme/b', 'upstream_error', undefined]]);
    const both = setUp();
    await both.slow();
    both.attempts.get(own)?.end(broken);
    both.attempts.get('acme/b')?.end({ ...broken, code: 'bad_output' });
    expect(await both.ended).toMatchObject({
      call: { requested: { reference: 'acme/b' } },
      failure: { code: 'bad_output' },
    });
    expect(both.left).toEqual([[own, 'upstream_error', undefined]]);
  });

  it.each([
    ['has effects', { readOnly: false }],
    ['is open', { versionId: 'open' }],
    ['is too slow', { pace: { p50Ms: 1, p99Ms: 60_000 } }],
    ['is out of use', { unfit: 'version_revoked' }],
  ])('asks the same tool once more where the next level %s', async (_, parts) => {
    const { attempts, ended, slow, call } = setUp([{ ...next, ...parts }]);
    await slow();
    const again = attempts.get(`${own} again`)?.call;
    expect(again).toMatchObject({
      requested: { level: 1 },
      resolved: { input: call.resolved.input, standIns: call.resolved.standIns },
    });
    attempts.get(`${own} again`)?.end();
    expect((await ended).call).toBe(again);
  });

  it.each<[FallbackLevel[], string]>([
    [[next], 'acme/b'],
    [[], `${own} again`],
  ])('asks no person for the sake of the second attempt, whose refusal ends nothing', async (standIns, name) => {
    const { attempts, ended, slow, left, call } = setUp(standIns);
    await slow();
    expect([call.requested.beside, attempts.get(name)?.call.requested.beside]).toEqual([undefined, 'hedge']);
    attempts.get(name)?.end({ code: 'denied', message: 'needs approval' });
    attempts.get(own)?.end(broken);
    expect(await ended).toMatchObject({ call: { requested: { reference: own } }, failure: broken });
    expect(left).toMatchObject([[expect.anything(), 'denied', undefined]]);
  });

  it('does not take an attempt that waits for a person for an answer', async () => {
    const { attempts, ended, slow } = setUp();
    await slow();
    const second = attempts.get('acme/b');
    if (second !== undefined) second.call.resolved.pause = {} as NonNullable<Call['resolved']['pause']>;
    second?.end();
    attempts.get(own)?.end();
    expect((await ended).call.requested.reference).toBe(own);
  });
});

describe('tellWhenSlow', () => {
  const never: PlainStage = { name: 'call', run: () => new Promise(() => {}) };

  it('tells after the p95 of a tool that only reads', () => {
    const clock = new FakeClock();
    let calls = 0;
    const slow = () => {
      calls += 1;
    };
    const quick = {
      ...reading,
      manifest: { ...reading.manifest, sla: { p50Ms: 5, p95Ms: 20, p99Ms: 50, availability: 0.9 } },
    };
    for (const version of [quick, aVersion()]) void notifyWhenSlow(never, clock).run(aCall({ slow }, version));
    clock.advance(19);
    expect(calls).toBe(0);
    clock.advance(1);
    expect([calls, clock.waiting]).toEqual([1, 0]);
  });

  it('goes by the known p95, and by a second where there is none', () => {
    expect(slowAfterMs({ p95Ms: undefined })).toBe(1_000);
    expect(slowAfterMs({ p95Ms: 70 })).toBe(70);
  });
});
