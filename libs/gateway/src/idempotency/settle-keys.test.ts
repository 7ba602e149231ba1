import type { Failure } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call } from '../call.js';
import { envelopeOf } from '../envelope.js';
import { aCall } from '../testing/a-call.js';
import { InMemoryIdempotencyLedger } from '../testing/in-memory-idempotency-ledger.js';
import type { ClaimAnswer, IdempotencyLedger, KeptResult } from './idempotency-ledger.js';
import { SettleKeys } from './settle-keys.js';
import type { UnknownOutcome } from './unknown-outcomes.js';

const use = { organisationId: 'o', principalId: 'p', key: 'k', requestDigest: 'd', invocationId: 'i' };
const lost: Failure = { code: 'upstream_unavailable', message: 'It was lost.', outcome: 'unknown' };
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

async function setUp(
  version = aVersion(),
  change: (ledger: IdempotencyLedger) => Partial<IdempotencyLedger> = () => ({}),
) {
  const clock = new FakeClock();
  const real = new InMemoryIdempotencyLedger();
  const { claim } = (await real.claim(use, 0)) as Extract<ClaimAnswer, { state: 'claimed' }>;
  const reported: UnknownOutcome[] = [];
  const problems: unknown[] = [];
  const parts = {
    finish: real.finish.bind(real),
    park: real.park.bind(real),
    release: real.release.bind(real),
    reported: real.reported.bind(real),
  };
  const settling = new SettleKeys({
    ledger: { ...parts, ...change(real) },
    unknown: { report: async (outcome) => void reported.push(outcome) },
    clock,
    onProblem: (cause) => problems.push(cause),
  });
  const ends: (KeptResult | undefined)[] = [];
  const call = aCall({ keyed: { key: 'k', held: { claim, earlier: null, end: (it) => ends.push(it) } } }, version);
  const settle = (failure?: Failure, of: Call = call) => settling.settle(of, envelopeOf(of, failure), failure);
  const now = () => real.claim({ ...use, invocationId: 'next' }, 0);
  return { settle, settling, call, reported, problems, ends, now, clock, real };
}

describe('SettleKeys', () => {
  it('keeps a result, and gives it to those who wait', async () => {
    const { settle, ends, now, reported } = await setUp();
    await settle();
    expect(await now()).toMatchObject({ state: 'finished', invocationId: 'i', result: { failure: null } });
    expect(ends).toMatchObject([{ envelope: { status: 'succeeded' } }]);
    expect(reported).toEqual([]);
  });

  it('frees the key of a call that did nothing and may go better', async () => {
    const { settle, ends, now } = await setUp();
    await settle({ ...lost, outcome: 'none' });
    expect(await now()).toMatchObject({ state: 'claimed', earlier: null });
    expect(ends).toEqual([undefined]);
  });

  it('keeps an unknown outcome, and tells of it once', async () => {
    const { settle, now, reported } = await setUp();
    await settle(lost);
    await turns();
    expect(await now()).toMatchObject({ state: 'finished', result: { failure: lost } });
    expect(reported).toMatchObject([
      { tool: 'acme/orders.create', version: '1.0.0', key: 'k', reason: 'It was lost.' },
    ]);
  });

  it('lets a tool that honours the key be asked again, and tells of it all the same', async () => {
    const { settle, reported, now } = await setUp(aVersion(aManifest({ annotations: { honoursKey: true } })));
    await settle(lost);
    await turns();
    expect((await now()).state).toBe('claimed');
    expect(reported).toHaveLength(1);
  });

  it('tells of a call without a key, but not of a tool that said it failed, nor of one that only reads', async () => {
    const { settle, reported } = await setUp();
    expect(settle(lost, aCall({}, aVersion()))).toBeUndefined();
    const answer = { content: [], isError: true, source: 'mcp:acme/orders' };
    const failed: Failure = { code: 'tool_error', message: 'no', outcome: 'unknown' };
    settle(failed, aCall({ answer }, aVersion()));
    settle(lost, aCall({}, aVersion(aManifest({ annotations: { readOnlyHint: true } }))));
    await turns();
    expect(reported).toMatchObject([{ key: null }]);
  });

  it('settles a call once', async () => {
    const { settle, ends } = await setUp();
    await settle();
    expect(settle()).toBeUndefined();
    expect(ends).toHaveLength(1);
  });

  it('tries again until it is written', async () => {
    let fails = 2;
    const { settle, clock, ends, problems } = await setUp(aVersion(), (real) => ({
      finish: async (...parts) => {
        fails -= 1;
        if (fails >= 0) throw new Error('away');
        return real.finish(...parts);
      },
    }));
    const settled = settle();
    await turns();
    clock.advance(50);
    await turns();
    expect(ends).toEqual([]);
    clock.advance(100);
    await settled;
    expect([ends.length, problems.length]).toEqual([1, 2]);
  });

  it('parks the key of a call that waits for a person: repeats are answered with that, past the end of the wait', async () => {
    const { settling, call, ends, now, real } = await setUp();
    const day = 24 * 3_600_000;
    const envelope = { ...envelopeOf(call, undefined), status: 'awaiting_approval' as const };
    await settling.park(call, envelope, day);
    expect(await now()).toMatchObject({ state: 'finished', result: { envelope: { status: 'awaiting_approval' } } });
    expect([ends.length, call.happened.keyed]).toEqual([1, { key: 'k' }]);
    expect(await real.prune(day + 3_599_999)).toBe(0);
    expect(await settling.park(call, envelope, day)).toBeUndefined();
  });

  it('gives up when the server shuts down, and releases waiting requests', async () => {
    const { settle, settling, clock, ends } = await setUp(aVersion(), () => ({
      finish: () => Promise.reject(new Error('away')),
    }));
    const settled = settle();
    await turns();
    const stopped = settling.stop();
    clock.advance(5_000);
    await stopped;
    await settled;
    expect(ends).toHaveLength(1);
  });
});
