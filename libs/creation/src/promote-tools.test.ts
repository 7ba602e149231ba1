import { ok } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { noDependencies } from './dependencies.js';
import { expireTools } from './expire-tools.js';
import { PromoteTools, stillNeeds, type UsedCall, usesIn } from './promote-tools.js';
import { InMemoryMadeToolStore } from './testing/in-memory-made-tool-store.js';
import { aMadeTool, madeToolStoreContract } from './testing/made-tool-store.contract.js';

const hour = 3_600_000;
const call = (session: string | null, argumentsDigest: string | undefined, hours: number): UsedCall => ({
  ...{ session, argumentsDigest },
  at: hours * hour,
});

describe('InMemoryMadeToolStore keeps the contract of MadeToolStore', () => {
  it.each(madeToolStoreContract)('$name', async ({ check }) => {
    const own = { organisationId: crypto.randomUUID(), principalId: crypto.randomUUID() };
    await expect(check({ store: new InMemoryMadeToolStore(), ...own })).resolves.toBeUndefined();
  });
});

describe('the uses of a made tool', () => {
  it('are those in sessions, with other inputs than its tests', () => {
    const calls = [
      call('a', 'x', 0),
      call('b', 'y', 10),
      call('c', 'test', 50),
      call(null, 'z', 60),
      call('c', undefined, 70),
    ];
    expect(usesIn(calls, new Set(['test']))).toEqual({ sessions: 2, inputs: 2, spanHours: 10 });
    expect(usesIn([], new Set())).toEqual({ sessions: 0, inputs: 0, spanHours: 0 });
  });

  it('have to be three sessions with different inputs over a day', () => {
    expect(stillNeeds({ sessions: 3, inputs: 3, spanHours: 24 })).toBeUndefined();
    expect(stillNeeds({ sessions: 2, inputs: 3, spanHours: 24 })).toMatch(/3 sessions \(2 so far\)/);
    expect(stillNeeds({ sessions: 3, inputs: 1, spanHours: 1 })).toMatch(/different inputs.*24 hours/);
  });
});

describe('a decision on a made tool', () => {
  const reviewer = { ...aCaller({}, ['approvals:decide', 'registry:publish']), principalId: 'reviewer' };
  function desk() {
    const made = aMadeTool({ organisationId: reviewer.organisationId as string, principalId: 'maker' });
    const store = new InMemoryMadeToolStore();
    const published: { by: string | null; name: string }[] = [];
    const days = [0, 1, 2].map((day) => ({
      id: `${day}`,
      session: `s${day}`,
      at: day * 24 * hour,
      status: 'succeeded',
    }));
    const promoting = new PromoteTools({
      store,
      calls: { list: async () => days as never },
      argumentsOf: async (id) => `digest ${id}`,
      dependencies: noDependencies,
      clock: { now: () => 5 },
      publish: {
        check: async (_caller, manifest) => ok(manifest as never),
        publish: async (caller, { name }) => {
          published.push({ by: caller.principalId, name });
          return ok({ kind: 'published' } as never);
        },
      },
    });
    return { made, store, promoting, published, days };
  }

  it('publishes an approved tool in the name of its maker', async () => {
    const { made, store, promoting, published } = desk();
    await store.add(made);
    const decided = await promoting.decide(reviewer, made.id, { decision: 'approve', name: 'acme/double' });
    expect(decided).toMatchObject({ ok: true, value: { status: 'promoted', promotedAs: 'acme/double@1.0.0' } });
    expect(published).toEqual([{ by: 'maker', name: 'acme/double' }]);
    const again = await promoting.decide(reviewer, made.id, { decision: 'deny' });
    expect(again).toMatchObject({ error: { code: 'conflict' } });
  });

  it('is somebody else’s than its maker, needs uses, and a name', async () => {
    const { made, store, promoting, published, days } = desk();
    await store.add(made);
    const maker = { ...aCaller({}, ['approvals:decide', 'registry:publish']), principalId: 'maker' };
    const approve = { decision: 'approve', name: 'acme/double' } as const;
    expect(await promoting.decide(maker, made.id, approve)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await promoting.decide(reviewer, made.id, { decision: 'approve' })).toMatchObject({
      error: { code: 'invalid_request' },
    });
    days.pop();
    expect(await promoting.decide(reviewer, made.id, approve)).toMatchObject({ error: { code: 'conflict' } });
    const stranger = { ...aCaller({}, []), principalId: 'x' };
    expect(await promoting.decide(stranger, made.id, approve)).toMatchObject({ error: { code: 'not_found' } });
    expect(published).toEqual([]);
    expect(await promoting.decide(reviewer, made.id, { decision: 'deny', reason: 'no' })).toMatchObject({
      value: { status: 'denied', decision: { reason: 'no' } },
    });
  });

  it('is not needed for tools whose time is over: they are yanked', async () => {
    const { made, store } = desk();
    await store.add(made);
    const yanked: unknown[] = [];
    const job = expireTools({
      store,
      clock: { now: () => 5_000 },
      yank: async (maker, tool, version) => {
        yanked.push([maker.principalId, tool, version]);
        return ok(undefined);
      },
    });
    await job.run(new AbortController().signal);
    expect(yanked).toEqual([['maker', made.tool, made.version]]);
  });
});
