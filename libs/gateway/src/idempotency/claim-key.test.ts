import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { InMemoryIdempotencyLedger } from '../testing/in-memory-idempotency-ledger.js';
import { passing } from '../testing/passing.js';
import { CallsUnderWay } from './calls-under-way.js';
import { claimKey, requestDigest } from './claim-key.js';
import type { Claim, IdempotencyLedger, KeptResult } from './idempotency-ledger.js';

const resultOf = (id: string): KeptResult => ({ failure: null, envelope: { id } as KeptResult['envelope'] });

function setUp(
  ledger: Pick<IdempotencyLedger, 'claim'> & Partial<IdempotencyLedger> = new InMemoryIdempotencyLedger(),
) {
  const clock = new FakeClock();
  const problems: unknown[] = [];
  const underWay = new CallsUnderWay();
  const stage = passing(claimKey({ ledger, underWay, clock, onProblem: (cause) => problems.push(cause) }));
  const enter = (id: string, parts: Parameters<typeof aCall>[0] = {}, version = aVersion()) => {
    const request = { tool: 'acme/orders.create', input: { item: 'tea' }, idempotencyKey: 'k' };
    const deadline = startDeadline(clock, 1_000);
    const call = aCall({ id, request, keyed: { key: 'k' }, deadline, ...parts }, version);
    return { call, ended: Promise.resolve(stage.run(call)) };
  };
  return { clock, enter, problems, stage };
}
/** Lets what is ready happen. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
/** A ledger in which another process, which dies on request, reached a tool under the key. */
async function withEarlier(repeatable: boolean, versionId = aVersion().id) {
  const dead = new InMemoryIdempotencyLedger();
  const request = { tool: 'acme/orders.create', input: { item: 'tea' } };
  const answer = await dead.claim(
    {
      organisationId: 'org-acme',
      principalId: 'principal-ann',
      key: 'k',
      requestDigest: requestDigest(request),
      invocationId: 'dead',
    },
    new FakeClock().now(),
  );
  const { claim } = answer as { claim: Claim };
  await dead.reach(claim, { versionId, tool: 'acme/orders.create', version: '1.0.0', repeatable });
  dead.die();
  return dead.another();
}

describe('requestDigest', () => {
  it('is of tool reference and arguments, in any order of members', () => {
    const one = requestDigest({ tool: 'a/b', input: { x: 1, y: 2 } });
    expect(requestDigest({ tool: 'a/b', input: { y: 2, x: 1 }, deadlineMs: 5 })).toBe(one);
    expect(requestDigest({ tool: 'a/b@^1', input: { x: 1, y: 2 } })).not.toBe(one);
    expect(requestDigest({ tool: 'a/b', input: { x: 1, y: 3 } })).not.toBe(one);
  });
});

describe('claimKey', () => {
  it('lets a call without a key pass, and one that holds its key', async () => {
    const { stage, enter } = setUp();
    expect(stage.run(aCall())).toBeUndefined();
    const { call, ended } = enter('one');
    expect([await ended, call.happened.keyed?.held?.claim.invocationId]).toEqual([undefined, 'one']);
    expect(stage.run(call)).toBeUndefined();
  });

  it('makes repeats wait for the first, and gives them its result', async () => {
    const { enter } = setUp();
    const first = enter('one');
    await first.ended;
    const repeats = [enter('two'), enter('three')];
    await turns();
    expect(repeats.map(({ call }) => call.resolved.repeat)).toEqual([undefined, undefined]);
    first.call.happened.keyed?.held?.end(resultOf('one'));
    for (const { call, ended } of repeats) {
      expect(await ended).toBeUndefined();
      expect(call.resolved.repeat).toEqual({ invocationId: 'one', result: resultOf('one') });
    }
  });

  it('lets one of those that wait make the call when the first set the key free', async () => {
    const ledger = new InMemoryIdempotencyLedger();
    const { enter } = setUp(ledger);
    const first = enter('one');
    await first.ended;
    const repeats = [enter('two'), enter('three')];
    await turns();
    if (first.call.happened.keyed?.held) await ledger.release(first.call.happened.keyed.held.claim, false);
    first.call.happened.keyed?.held?.end(undefined);
    await turns();
    expect(repeats.map(({ call }) => call.happened.keyed?.held !== undefined)).toEqual([true, false]);
  });

  it('refuses another call under the key, here and as the ledger knows it', async () => {
    const ledger = new InMemoryIdempotencyLedger();
    const here = setUp(ledger);
    await here.enter('one').ended;
    const other = { request: { tool: 'acme/orders.create', input: { item: 'coffee' } } };
    const refused = { code: 'idempotency_conflict', data: { invocationId: 'one' } };
    expect(await here.enter('two', other).ended).toMatchObject(refused);
    expect(await setUp(ledger.another()).enter('two', other).ended).toMatchObject(refused);
  });

  it('does not refuse the call that has the key for one that is refused at the same moment', async () => {
    const ledger = new InMemoryIdempotencyLedger();
    const first = setUp(ledger).enter('one');
    await first.ended;
    if (first.call.happened.keyed?.held)
      await ledger.finish(first.call.happened.keyed.held.claim, resultOf('one'), false);
    const { enter } = setUp(ledger.another());
    const wrong = enter('two', { request: { tool: 'acme/orders.create', input: { item: 'coffee' } } });
    const right = enter('three');
    expect(await wrong.ended).toMatchObject({ code: 'idempotency_conflict' });
    expect(await right.ended).toBeUndefined();
    expect(right.call.resolved.repeat?.result).toEqual(resultOf('one'));
  });

  it('names the call of another process to every repeat that waits here', async () => {
    const elsewhere = new InMemoryIdempotencyLedger();
    await setUp(elsewhere).enter('one').ended;
    const { enter, clock } = setUp(elsewhere.another());
    const repeats = [enter('two'), enter('three', { deadline: startDeadline(clock, 100) })];
    await turns();
    clock.advance(100);
    await repeats[1]?.ended;
    expect(repeats[1]?.call.resolved.repeat).toEqual({ invocationId: 'one', result: null });
  });

  it('answers with what another process has finished, or waits for it', async () => {
    const elsewhere = new InMemoryIdempotencyLedger();
    const first = setUp(elsewhere).enter('one');
    await first.ended;
    const { enter, clock } = setUp(elsewhere.another());
    const waiting = enter('two');
    await turns();
    clock.advance(25);
    await turns();
    expect(waiting.call.resolved.repeat).toBeUndefined();
    if (first.call.happened.keyed?.held)
      await elsewhere.finish(first.call.happened.keyed.held.claim, resultOf('one'), false);
    clock.advance(50);
    expect(await waiting.ended).toBeUndefined();
    expect(waiting.call.resolved.repeat).toEqual({ invocationId: 'one', result: resultOf('one') });
    const later = enter('three');
    await later.ended;
    expect(later.call.resolved.repeat?.result).toEqual(resultOf('one'));
  });

  it('says that the first still runs when the time of a repeat is over', async () => {
    const { enter, clock } = setUp();
    await enter('one').ended;
    const late = enter('two', { deadline: startDeadline(clock, 100) });
    clock.advance(100);
    expect(await late.ended).toBeUndefined();
    expect(late.call.resolved.repeat).toEqual({ invocationId: 'one', result: null });
  });

  it('lets a repeat be cancelled without the first', async () => {
    const { enter, clock } = setUp();
    await enter('one').ended;
    const deadline = startDeadline(clock, 1_000);
    const repeat = enter('two', { deadline });
    deadline.cancel();
    expect(await repeat.ended).toMatchObject({ code: 'cancelled', data: { invocationId: 'one' } });
  });

  it('keeps keys of callers apart, and knows none of nobody', async () => {
    const { enter } = setUp();
    await enter('one').ended;
    const bob = enter('two', { caller: { ...aCaller(), principalId: 'principal-bob' } });
    expect([await bob.ended, bob.call.happened.keyed?.held?.claim.invocationId]).toEqual([undefined, 'two']);
    expect(await enter('three', { caller: { ...aCaller(), principalId: null } }).ended).toMatchObject({
      code: 'invalid_request',
    });
  });

  it('does not call while the ledger is unavailable, and claims again once it recovers', async () => {
    const ledger = new InMemoryIdempotencyLedger();
    let isAway = true;
    const claim: IdempotencyLedger['claim'] = (use, at) =>
      isAway ? Promise.reject(new Error('away')) : ledger.claim(use, at);
    const { enter, problems } = setUp({ claim });
    expect(await enter('one').ended).toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
    expect(problems).toHaveLength(1);
    isAway = false;
    const { call, ended } = enter('two');
    expect([await ended, call.happened.keyed?.held?.claim.invocationId]).toEqual([undefined, 'two']);
  });

  describe('when an earlier call may have reached the tool', () => {
    const repeatable = aVersion(aManifest({ annotations: { honoursKey: true } }));

    it('makes the call again at the same version, where that does no harm', async () => {
      const { call, ended } = setUp(await withEarlier(true)).enter('two', {}, repeatable);
      expect(await ended).toBeUndefined();
      expect(call.happened.keyed?.held?.earlier?.invocationId).toBe('dead');
    });

    it.each([
      ['a tool that acts twice', false, repeatable.id, repeatable],
      ['another version than the one that was reached', true, 'another', repeatable],
      ['a version that says otherwise by now', true, repeatable.id, aVersion()],
    ])('does not at %s, and reports an unknown outcome', async (_, was, versionId, version) => {
      const { call, ended } = setUp(await withEarlier(was, versionId)).enter('two', {}, version);
      expect(await ended).toMatchObject({
        code: 'outcome_unknown',
        outcome: 'unknown',
        data: { invocationId: 'dead' },
      });
      expect(call.happened.keyed?.held).toBeDefined();
    });
  });
});
