import type { Envelope } from '@assay/contracts';
import type { Call } from '@assay/gateway';
import { aPausedCall, InMemoryIdempotencyLedger, SmallHouse } from '@assay/gateway/testing';
import type { Failure } from '@assay/kernel';
import { FakeClock, InMemoryDurableRuns } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemorySuspendedCallStore } from '../testing/in-memory-suspended-call-store.js';
import { SuspendCalls, suspendedCallRun } from './suspend-calls.js';
import type { SuspendedCall } from './suspended-call.js';

const invocationId = '01a20000-0000-7000-8000-000000000001';
const inner = '01a20000-0000-7000-8000-000000000002';

async function furnished() {
  const house = await SmallHouse.open();
  const clock = new FakeClock();
  const store = new InMemorySuspendedCallStore();
  const runs = new InMemoryDurableRuns();
  const resumed: Call[] = [];
  const refused: Failure[] = [];
  const withdrawn: string[] = [];
  const recorded = new Map<string, Partial<Envelope>>();
  const answers: Partial<Envelope>[] = [];
  let leaveAgain = async (): Promise<void> => undefined;
  const caller = aCaller();
  const answer = () => ({
    envelope: { id: invocationId, status: 'succeeded', ...answers.shift() } as Envelope,
    ...{ failure: undefined, limit: undefined, text: () => '' },
  });
  const leaving = new SuspendCalls({
    ...{ store, clock, runs, directory: house.directory, catalogue: house.catalogue },
    ledger: new InMemoryIdempotencyLedger(),
    resuming: {
      resume: async (call) => {
        resumed.push(call);
        await leaveAgain();
        return answer();
      },
      refuse: async (_call, failure) => {
        refused.push(failure);
        return answer();
      },
    },
    approval: async () => ({ settledAt: 1 }),
    recorded: async (id) => recorded.get(id) as Envelope | undefined,
    completionOf: async () => undefined,
    findApproval: async () => undefined,
    withdraw: async (_caller, id) => (id === inner ? withdrawn.push(id) : undefined),
    audit: { flush: async () => undefined },
    defaultDeadlineMs: 30_000,
    onProblem: () => undefined,
  });
  const left: SuspendedCall = {
    ...{ invocationId, organisationId: caller.organisationId ?? '', principalId: caller.principalId ?? '' },
    ...{ keyId: null, idempotencyKey: null, tool: 'acme/whole', version: '1.0.0', versionId: 'v', level: 1 },
    ...{ approvalId: null, paused: aPausedCall(), effect: 'done', leftAt: clock.now() },
    waits: [{ id: inner, status: 'awaiting_approval', approval: { id: 'a', url: '' } }],
  };
  const over = new AbortController();
  const goOn = () => leaving.goOn(invocationId, over.signal);
  return {
    clock,
    store,
    runs,
    resumed,
    refused,
    withdrawn,
    recorded,
    answers,
    caller,
    leaving,
    left,
    over,
    goOn,
    leavesAgain: (work: () => Promise<void>) => {
      leaveAgain = work;
    },
  };
}

const signalled = `signal call:${invocationId}`;
const waiting = { wakeInMs: 300_000, waitsFor: [`call:${inner}`] };

describe('SuspendCalls', () => {
  it('goes on when what it waits for has ended, and not before; then it is forgotten and signalled', async () => {
    const so = await furnished();
    await so.leaving.leave(so.left);
    expect(so.runs.kept.get(`${suspendedCallRun} ${invocationId}`)).toEqual({ ...waiting, wakeInMs: 0 });
    so.recorded.set(inner, { ...so.left.waits[0] } as Partial<Envelope>);
    expect([await so.goOn(), so.resumed.length]).toEqual([waiting, 0]);
    so.recorded.set(inner, { id: inner, status: 'denied' });
    expect(await so.goOn()).toBe('ended');
    expect(so.resumed).toHaveLength(1);
    expect(so.resumed[0]).toMatchObject({ requested: { id: invocationId, reference: 'acme/whole@1.0.0' } });
    expect([await so.store.find(invocationId), so.runs.asked.at(-1)]).toEqual([undefined, signalled]);
    expect([await so.goOn(), so.resumed.length]).toEqual(['ended', 1]);
  });

  it('checks often what nobody signals', async () => {
    const so = await furnished();
    const waits = [...so.left.waits, { id: 'another', status: 'escalated' as const }];
    await so.leaving.leave({ ...so.left, waits });
    so.recorded.set(inner, { ...so.left.waits[0] } as Partial<Envelope>);
    expect(await so.goOn()).toEqual({ wakeInMs: 2_000, waitsFor: [`call:${inner}`, 'call:another'] });
  });

  it('goes on, too, when a part of it comes to wait for another person; a later leaving stays', async () => {
    const so = await furnished();
    await so.leaving.leave(so.left);
    so.recorded.set(inner, { id: inner, status: 'awaiting_approval', approval: { id: 'b', url: '' } });
    so.answers.push({ status: 'awaiting_approval' });
    const later = { ...so.left, leftAt: so.left.leftAt + 7 };
    so.leavesAgain(() => so.leaving.leave(later));
    expect(await so.goOn()).toEqual({ wakeInMs: 0 });
    expect([so.resumed.length, so.runs.asked.at(-1)]).toEqual([1, signalled]);
    expect((await so.store.find(invocationId))?.left).toEqual(later);
  });

  it('is given up by its caller alone, with what its steps wait for, and says what may have been done', async () => {
    const so = await furnished();
    await so.leaving.leave(so.left);
    expect(await so.leaving.cancel({ ...so.caller, principalId: 'other' }, invocationId)).toBe(false);
    expect(await so.leaving.cancel(so.caller, 'no id')).toBe(false);
    expect(await so.leaving.withdraw(so.caller, invocationId)).toBe(true);
    expect(so.withdrawn).toEqual([inner]);
    so.recorded.set(inner, { id: inner, status: 'cancelled' });
    so.answers.push({ status: 'cancelled' });
    expect(await so.goOn()).toBe('ended');
    expect([so.resumed.length, so.refused]).toEqual([
      0,
      [expect.objectContaining({ code: 'cancelled', outcome: 'unknown' })],
    ]);
  });

  it('is left for the next one by a server that stops', async () => {
    const so = await furnished();
    await so.leaving.leave(so.left);
    so.recorded.set(inner, { id: inner, status: 'succeeded' });
    so.answers.push({ status: 'cancelled' });
    so.over.abort();
    await expect(so.goOn()).rejects.toThrow(/left for the next start/);
    expect((await so.store.find(invocationId))?.left).toEqual(so.left);
  });

  it('has runs woken that may have been lost', async () => {
    const so = await furnished();
    await so.store.keep(so.left);
    const { signal } = new AbortController();
    await so.leaving.sweep.run(signal);
    expect(so.runs.asked).toEqual([]);
    so.clock.advance(61_000);
    await so.leaving.sweep.run(signal);
    expect(so.runs.asked).toEqual([`wake ${suspendedCallRun} ${invocationId}`]);
  });
});
