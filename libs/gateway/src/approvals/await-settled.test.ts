import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval, aPausedCall } from '../testing/an-approval.js';
import { InMemoryApprovalStore } from '../testing/in-memory-approval-store.js';
import { awaitSettled } from './await-settled.js';

const { id } = anApproval();

async function setUp(withinMs = 1_000) {
  const store = new InMemoryApprovalStore();
  await store.open(anApproval(), aPausedCall());
  const clock = new FakeClock();
  const controller = new AbortController();
  const waiting = awaitSettled(id, withinMs, controller.signal, { store, clock });
  const turn = () => new Promise(setImmediate);
  await turn();
  const pass = async (ms: number) => {
    clock.advance(ms);
    await turn();
  };
  return { store, clock, controller, waiting, pass };
}

describe('awaitSettled', () => {
  it('answers as soon as the call has ended', async () => {
    const { store, waiting, pass } = await setUp();
    await pass(250);
    await store.settle(id, 'succeeded', 0);
    await pass(250);
    expect((await waiting)?.outcome).toBe('succeeded');
  });

  it('gives up when its time is over', async () => {
    const { waiting, pass } = await setUp(500);
    for (let turn = 0; turn < 3; turn += 1) await pass(250);
    expect(await waiting).toBeUndefined();
  });

  it('gives up when nobody listens any more, and on what is not there', async () => {
    const { controller, waiting, store, clock } = await setUp();
    controller.abort();
    expect(await waiting).toBeUndefined();
    expect(await awaitSettled('unknown', 1, controller.signal, { store, clock })).toBeUndefined();
  });
});
