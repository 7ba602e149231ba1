import type { Envelope } from '@assay/contracts';
import type { Call } from '@assay/gateway';
import { aPausedCall, InMemoryIdempotencyLedger, SmallHouse } from '@assay/gateway/testing';
import type { Failure } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemorySuspendedCallStore } from '../testing/in-memory-suspended-call-store.js';
import { SuspendCalls } from './suspend-calls.js';
import type { SuspendedCall } from './suspended-call.js';

const invocationId = '01a20000-0000-7000-8000-000000000001';
const inner = '01a20000-0000-7000-8000-000000000002';

async function furnished() {
  const house = await SmallHouse.open();
  const clock = new FakeClock();
  const store = new InMemorySuspendedCallStore();
  const begun: string[] = [];
  const resumed: Call[] = [];
  const refused: Failure[] = [];
  const ended: string[] = [];
  const withdrawn: string[] = [];
  const recorded = new Map<string, Partial<Envelope>>();
  const answers: Partial<Envelope>[] = [];
  const caller = aCaller();
  const answer = () => ({
    envelope: { id: invocationId, status: 'succeeded', ...answers.shift() } as Envelope,
    ...{ failure: undefined, limit: undefined, text: () => '' },
  });
  const leaving = new SuspendCalls({
    ...{ store, clock, directory: house.directory, catalogue: house.catalogue },
    ledger: new InMemoryIdempotencyLedger(),
    runs: { begin: async (_kind, id) => void begun.push(id) },
    resuming: {
      resume: async (call) => {
        resumed.push(call);
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
    ended: async (left) => void ended.push(left.invocationId),
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
  const goOn = () => leaving.goOn(left, over.signal);
  return {
    clock,
    store,
    begun,
    resumed,
    refused,
    ended,
    withdrawn,
    recorded,
    answers,
    caller,
    leaving,
    left,
    over,
    goOn,
  };
}

/** Lets what waits for the clock go on. */
async function passes(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    await new Promise(setImmediate);
    clock.advance(50);
  }
  await new Promise(setImmediate);
}

describe('LeaveCalls', () => {
  it('continues when the step it waits for has ended, and not before; then it is deleted and reported', async () => {
    const so = await furnished();
    await so.leaving.leave(so.left);
    expect(so.begun).toEqual([`${invocationId}.${so.left.leftAt}`]);
    so.recorded.set(inner, { ...so.left.waits[0] } as Partial<Envelope>);
    const going = so.goOn();
    await passes(so.clock, 5_000);
    expect(so.resumed).toEqual([]);
    so.recorded.set(inner, { id: inner, status: 'denied' });
    await passes(so.clock, 5_000);
    await going;
    expect(so.resumed).toHaveLength(1);
    expect(so.resumed[0]).toMatchObject({ requested: { id: invocationId, reference: 'acme/whole@1.0.0' } });
    expect(await so.store.find(invocationId)).toBeUndefined();
    expect(so.ended).toEqual([invocationId]);
    await so.goOn();
    expect(so.resumed).toHaveLength(1);
  });

  it('goes on, too, when a part of it comes to wait for another person; a later leaving stays', async () => {
    const so = await furnished();
    await so.leaving.leave(so.left);
    so.recorded.set(inner, { id: inner, status: 'awaiting_approval', approval: { id: 'b', url: '' } });
    so.answers.push({ status: 'awaiting_approval' });
    const going = so.goOn();
    await so.store.keep({ ...so.left, leftAt: so.left.leftAt + 7 });
    await passes(so.clock, 3_000);
    await going;
    expect([so.resumed.length, so.ended.length]).toEqual([0, 0]);
    expect((await so.store.find(invocationId))?.left.leftAt).toBe(so.left.leftAt + 7);
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
    const going = so.goOn();
    await passes(so.clock, 3_000);
    await going;
    expect([so.resumed.length, so.refused]).toEqual([
      0,
      [expect.objectContaining({ code: 'cancelled', outcome: 'unknown' })],
    ]);
  });

  it('is left for the next one by a server that stops', async () => {
    const so = await furnished();
    await so.leaving.leave(so.left);
    so.recorded.set(inner, { ...so.left.waits[0] } as Partial<Envelope>);
    const going = so.goOn();
    so.over.abort();
    await expect(going).rejects.toThrow(/left for the next start/);
    expect((await so.store.find(invocationId))?.left).toEqual(so.left);
  });

  it('has runs begun again that may have been lost', async () => {
    const so = await furnished();
    await so.store.keep(so.left);
    const { signal } = new AbortController();
    await so.leaving.sweep.run(signal);
    expect(so.begun).toEqual([]);
    so.clock.advance(61_000);
    await so.leaving.sweep.run(signal);
    expect(so.begun).toEqual([`${invocationId}.${so.left.leftAt}`]);
  });
});
