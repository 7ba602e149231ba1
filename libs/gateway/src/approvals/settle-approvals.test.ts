import type { Envelope } from '@assay/contracts';
import { Directory } from '@assay/identity';
import type { Failure } from '@assay/kernel';
import { FakeClock, InMemoryDurableRuns } from '@assay/kernel/testing';
import { aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call } from '../call.js';
import type { Invoked } from '../invoked.js';
import { anApproval, aPausedCall } from '../testing/an-approval.js';
import { InMemoryApprovalStore } from '../testing/in-memory-approval-store.js';
import { InMemoryIdempotencyLedger } from '../testing/in-memory-idempotency-ledger.js';
import type { Approval, UserDecision } from './approval.js';
import { approvalRun } from './open-approvals.js';
import { SettleApprovals } from './settle-approvals.js';

const id = anApproval().id;
const says = (decision: UserDecision['decision'], reason: string | null = null): UserDecision => ({
  ...{ principalId: 'principal-ann', decision, reason },
  at: Date.UTC(2026, 0, 1),
});
const invoked = (status: Envelope['status']) =>
  ({ envelope: { id: 'i', status, ...(status === 'cancelled' && { error: { outcome: 'none' } }) } }) as Invoked;

async function setUp(parts: Partial<Approval> = {}) {
  const store = new InMemoryApprovalStore();
  const ledger = new InMemoryIdempotencyLedger();
  const clock = new FakeClock();
  const directory = new Directory();
  for (const name of ['carl', 'ann']) {
    const principal = aPrincipal({ id: `principal-${name}`, name });
    directory.apply({ kind: 'principal', id: principal.id, state: principal });
  }
  const made: Call[] = [];
  const refused: { readonly call: Call; readonly failure: Failure }[] = [];
  const answers: Envelope['status'][] = [];
  const put: { aside?: Pick<Envelope, 'status' | 'approval'>; limitedForMs?: number } = {
    aside: { status: 'awaiting_approval', approval: { id, url: '' } },
  };
  const runs = new InMemoryDurableRuns();
  const settling = new SettleApprovals({
    ...{ store, ledger, clock, directory, runs, defaultDeadlineMs: 30_000 },
    audit: { flush: async () => undefined },
    recorded: async () => put.aside,
    limitedForMs: async () => put.limitedForMs ?? 0,
    resuming: {
      resume: async (call) => {
        made.push(call);
        call.requested.whole.end();
        return invoked(answers.shift() ?? 'succeeded');
      },
      refuse: async (call, failure) => {
        refused.push({ call, failure });
        call.requested.whole.end();
        return invoked(failure.code === 'cancelled' ? 'cancelled' : 'denied');
      },
    },
  });
  runs.define(approvalRun, settling.body);
  await store.open(anApproval({ keyId: null, ...parts }), aPausedCall());
  return { store, ledger, clock, settling, made, refused, answers, runs, put };
}

describe('SettleApprovals', () => {
  it('leaves a call that nobody has decided on', async () => {
    const { settling, made, store } = await setUp();
    expect(await settling.settle(id)).toBe('pending');
    expect([made.length, (await store.find(id))?.settledAt]).toEqual([0, null]);
  });

  it('makes an approved call once, under a key of its own', async () => {
    const { settling, made, store } = await setUp();
    await store.decide(id, says('approve'));
    expect(await settling.settle(id)).toBe('settled');
    expect(await settling.settle(id)).toBe('settled');
    expect(made.map(({ requested: { reference }, happened: { keyed } }) => [keyed, reference])).toEqual([
      [{ key: `approval:${anApproval().invocationId}` }, 'acme/orders.create@1.0.0'],
    ]);
    expect((await store.find(id))?.outcome).toBe('succeeded');
  });

  it('keeps an approved call until its limits have room, and its approval valid', async () => {
    const { settling, made, store, put, runs } = await setUp();
    await store.decide(id, says('approve'));
    put.limitedForMs = 90_000;
    expect(await settling.settle(id)).toEqual({ waitMs: 90_000 });
    await runs.wake(approvalRun, id);
    expect([...runs.kept.values()]).toEqual([{ wakeInMs: 90_000 }]);
    expect([made.length, (await store.find(id))?.settledAt]).toEqual([0, null]);
    delete put.limitedForMs;
    expect(await settling.settle(id)).toBe('settled');
    expect(made).toHaveLength(1);
  });

  it('ignores a call until it has been suspended, or can no longer be', async () => {
    const { settling, made, store, put, clock } = await setUp({ openedAt: new FakeClock().now() });
    await store.decide(id, says('approve'));
    delete put.aside;
    await expect(settling.settle(id)).rejects.toThrow('being suspended');
    put.aside = { status: 'awaiting_approval', approval: { id: 'of the level before', url: '' } };
    await expect(settling.settle(id)).rejects.toThrow('being suspended');
    expect([made.length, (await store.find(id))?.settledAt]).toEqual([0, null]);
    clock.advance(60_000);
    expect(await settling.settle(id)).toBe('settled');
    const ended = await setUp({ openedAt: new FakeClock().now() });
    await ended.store.decide(id, says('approve'));
    ended.put.aside = { status: 'succeeded' };
    expect(await ended.settling.settle(id)).toBe('settled');
  });

  it('goes on under the key its caller gave', async () => {
    const { settling, made, store, ledger, clock } = await setUp({ idempotencyKey: 'order-1' });
    const use = {
      ...{ organisationId: 'org-acme', principalId: 'principal-carl', key: 'order-1' },
      ...{ requestDigest: 'd', invocationId: anApproval().invocationId },
    };
    const answer = await ledger.claim(use, clock.now());
    if (answer.state !== 'claimed') throw new Error('the key is new');
    const envelope = { id: 'i', status: 'awaiting_approval' } as Envelope;
    await ledger.park(answer.claim, { envelope, failure: null }, clock.now() + 1);
    await store.decide(id, says('approve'));
    await settling.settle(id);
    expect(made[0]?.happened.keyed).toMatchObject({ key: 'order-1', held: { claim: { fence: 2 } } });
  });

  // how it ended, what is said
  it.each([
    ['denied', says('deny', 'wrong customer'), 'denied', /^ann denied the call: wrong customer\.$/],
    ['denied without a reason', says('deny'), 'denied', /^ann denied the call\.$/],
    ['expired', 'expired', 'denied', /in time/],
    ['cancelled', 'cancelled', 'cancelled', /cancelled while it waited/],
  ] as const)('says of a call that was %s why it is not made', async (_, how, code, why) => {
    const { settling, made, refused, store } = await setUp();
    if (typeof how === 'string') await store.close(id, how, 0);
    else await store.decide(id, how);
    expect(await settling.settle(id)).toBe('settled');
    expect(made).toEqual([]);
    expect(refused[0]?.failure).toMatchObject({ code, message: expect.stringMatching(why), data: { approval: id } });
    expect(refused[0]?.call.happened.keyed).toBeUndefined();
    expect((await store.find(id))?.outcome).toBe(code);
  });

  it('releases the key of its own that an earlier level has left, also when it is not made', async () => {
    const { settling, refused, store, ledger, clock } = await setUp();
    const { principalId, organisationId, invocationId } = anApproval();
    const key = `approval:${invocationId}`;
    const use = { organisationId, principalId, key, requestDigest: 'd', invocationId };
    const answer = await ledger.claim(use, clock.now());
    if (answer.state !== 'claimed') throw new Error('the key is new');
    const envelope = { id: 'i', status: 'awaiting_approval' } as Envelope;
    await ledger.park(answer.claim, { envelope, failure: null }, clock.now() + 1);
    await store.decide(id, says('deny'));
    await settling.settle(id);
    expect(refused[0]?.call.happened.keyed).toMatchObject({ key, held: { claim: { fence: 2 } } });
  });

  it('does not make an approved call whose key was revoked meanwhile', async () => {
    const { settling, made, refused, store } = await setUp({ keyId: 'gone' });
    await store.decide(id, says('approve'));
    await settling.settle(id);
    expect([made.length, refused[0]?.failure.message]).toEqual([0, expect.stringMatching(/has been revoked/)]);
  });

  it('does not make a call that may have been made so long ago that its key is forgotten', async () => {
    const dayMs = 24 * 3_600_000;
    const late = await setUp();
    await late.store.decide(id, says('approve'));
    late.clock.advance(dayMs);
    await late.settling.settle(id);
    expect([late.made.length, late.refused[0]?.failure]).toEqual([
      0,
      expect.objectContaining({ code: 'outcome_unknown', outcome: 'unknown' }),
    ]);
    const known = await setUp();
    const { principalId, organisationId, invocationId } = anApproval();
    await known.store.decide(id, says('approve'));
    known.clock.advance(dayMs);
    const key = `approval:${invocationId}`;
    await known.ledger.claim({ organisationId, principalId, key, requestDigest: 'd', invocationId }, known.clock.now());
    await known.settling.settle(id);
    expect([known.made.length, known.refused.length]).toEqual([1, 0]);
  });

  it('tries again while another replica makes the call', async () => {
    const { settling, store, answers } = await setUp();
    await store.decide(id, says('approve'));
    answers.push('running');
    await expect(settling.settle(id)).rejects.toThrow('made elsewhere');
    expect((await store.find(id))?.settledAt).toBeNull();
    expect(await settling.settle(id)).toBe('settled');
  });

  it('leaves a call that a stopping server has cut off before its tool was reached', async () => {
    const { settling, store, answers } = await setUp();
    await store.decide(id, says('approve'));
    answers.push('cancelled');
    await expect(settling.settle(id, AbortSignal.abort())).rejects.toThrow('next start');
    expect((await store.find(id))?.settledAt).toBeNull();
    answers.push('cancelled');
    expect(await settling.settle(id)).toBe('settled');
  });

  it('as a durable run waits for the decision, settles, and wakes what waits for the call', async () => {
    const { runs, store, made } = await setUp();
    const name = `${approvalRun} ${id}`;
    await runs.wake(approvalRun, id);
    expect([made.length, runs.kept.get(name)]).toEqual([0, { wakeInMs: 3_600_000 }]);
    await store.decide(id, says('approve'));
    await runs.wake(approvalRun, id);
    expect([made.length, runs.kept.has(name)]).toEqual([1, false]);
    expect(runs.asked.at(-1)).toBe(`signal approval:${id} call:${anApproval().invocationId}`);
  });

  it('wakes what waits for the call also when a crash came after its end', async () => {
    const { runs, store, made, clock } = await setUp();
    await store.decide(id, says('approve'));
    await store.settle(id, 'succeeded', clock.now());
    await runs.wake(approvalRun, id);
    expect([made.length, runs.asked.at(-1)]).toEqual([0, `signal approval:${id} call:${anApproval().invocationId}`]);
  });
});
