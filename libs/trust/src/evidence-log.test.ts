import type { CallFinished } from '@assay/kernel';
import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { EvidenceLog } from './evidence-log.js';
import type { EvidenceBatch } from './evidence-store.js';

const finished = (parts: Partial<CallFinished> = {}): CallFinished => ({
  invocationId: 'i',
  organisationId: 'org-other',
  principalId: 'principal-bob',
  tool: 'acme/orders.create',
  version: '1.0.0',
  versionId: 'v1',
  status: 'succeeded',
  code: null,
  totalMs: 6,
  upstreamMs: 5,
  givenMs: 30_000,
  validation: 'valid',
  providerId: 'org-acme',
  sla: { p95Ms: 10 },
  discoveryId: null,
  task: null,
  at: Date.UTC(2026, 0, 1, 8),
  ...parts,
});

function setUp() {
  const clock = new FakeClock();
  const batches: EvidenceBatch[] = [];
  const store = {
    /** `after`: it is written, and the acknowledgement lost. */
    failing: 'not' as 'not' | 'before' | 'after',
    add: async (batch: EvidenceBatch) => {
      if (store.failing === 'before') throw new Error('away');
      batches.push(batch);
      if (store.failing === 'after') throw new Error('lost');
    },
  };
  let written = 0;
  const log = new EvidenceLog({
    store,
    clock,
    random: new FakeRandom(),
    isMember: (principalId, namespace) => principalId === 'ann' && namespace === 'acme',
    written: () => {
      written += 1;
    },
  });
  return { clock, batches, store, log, written: () => written };
}
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('EvidenceLog', () => {
  it('adds up the cost of calls for every outcome', async () => {
    const { batches, log } = setUp();
    log.note(finished({ costPerCallUsd: 0.5 }));
    log.note(finished({ costPerCallUsd: 0.5, code: 'tool_error', status: 'failed' }));
    log.note(finished({ costPerCallUsd: 0.5, upstreamMs: null, code: 'denied', status: 'denied' }));
    await log.flush();
    expect(batches[0]?.callers).toMatchObject([{ good: 1, faults: 1, costUsd: 1 }]);
  });

  it('counts by version, day and caller, and writes in groups', async () => {
    const { clock, batches, log, written } = setUp();
    log.note(finished());
    log.note(finished({ upstreamMs: 11, validation: 'untyped' }));
    log.note(finished({ code: 'tool_error', status: 'failed' }));
    log.note(finished({ code: 'cancelled', status: 'cancelled' }));
    log.note(finished({ code: 'rate_limited', status: 'failed' }));
    log.note(finished({ at: Date.UTC(2026, 0, 2) }));
    clock.advance(4_999);
    await turns();
    expect(batches).toEqual([]);
    clock.advance(1);
    await turns();
    const bob = { principalId: 'principal-bob', caller: 'principal-bob', organisationId: 'org-other' };
    const of = { versionId: 'v1', ...bob, own: false, member: false };
    const tool = { good: 2, faults: 1, schemaMet: 1, withinSla: 1, callerFaults: 1, neutral: 1 };
    const first = { day: Date.UTC(2026, 0, 1), ...tool };
    const next = { day: Date.UTC(2026, 0, 2), good: 1, faults: 0, schemaMet: 1, withinSla: 1, callerFaults: 0 };
    expect(batches).toHaveLength(1);
    expect(batches[0]?.callers).toEqual([
      { ...of, ...first },
      { ...of, ...next },
    ]);
    expect(batches[0]?.latencies.map(({ day, bins }) => [day, Object.values(bins)])).toEqual([
      [first.day, [1, 1]],
      [next.day, [1]],
    ]);
    expect([written(), clock.waiting]).toEqual([1, 0]);
  });

  it('counts members of the namespace as one caller, and all others separately, regardless of who created their keys', async () => {
    const { batches, log } = setUp();
    log.note(finished({ organisationId: 'org-acme', principalId: 'ann' }));
    log.note(finished({ organisationId: 'org-acme', principalId: 'agent' }));
    await log.flush();
    const who = batches[0]?.callers.map(({ principalId, caller, own, member }) => [principalId, caller, own, member]);
    expect(who).toEqual([
      ['ann', 'org-acme', true, true],
      ['agent', 'agent', true, false],
    ]);
  });

  it('measures for the caller’s organisation, without the start of a process or connection', async () => {
    const { batches, log } = setUp();
    log.note(finished({ upstreamMs: 505, startMs: 500 }));
    log.note(finished({ organisationId: 'org-third', upstreamMs: 5 }));
    await log.flush();
    const [one, other] = batches[0]?.latencies ?? [];
    expect([one?.organisationId, other?.organisationId]).toEqual(['org-other', 'org-third']);
    expect(one?.bins).toEqual(other?.bins);
    expect(batches[0]?.callers[0]?.withinSla).toBe(2);
  });

  it('passes over calls that did not reach the tool, and those of nobody', async () => {
    const { batches, log } = setUp();
    log.note(finished({ upstreamMs: null, givenMs: null, code: 'denied' }));
    log.note(finished({ principalId: '' }));
    await log.flush();
    expect(batches).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'hands a batch over again under its id when it failed %s it was written',
    async (when) => {
      const { clock, batches, store, log } = setUp();
      log.note(finished());
      store.failing = when;
      await expect(log.flush()).rejects.toThrow();
      log.note(finished({ principalId: 'eve' }));
      store.failing = 'not';
      clock.advance(5_000);
      await turns();
      const ids = batches.map(({ id }) => id);
      expect(new Set(ids).size).toBe(2);
      expect(batches.at(-2)?.callers.map((it) => it.principalId)).toEqual(['principal-bob']);
      expect(batches.at(-1)?.callers.map((it) => it.principalId)).toEqual(['eve']);
      expect(ids).toHaveLength(when === 'after' ? 3 : 2);
    },
  );
});

describe('rejected requests as evidence', () => {
  const rejected = (parts: Partial<CallFinished> = {}) =>
    finished({ code: 'upstream_rejected', status: 'failed', ...parts });

  it('are counted apart: the store makes one failure per caller and day of them', async () => {
    const { batches, log } = setUp();
    for (let time = 0; time < 5; time += 1) log.note(rejected());
    log.note(rejected({ principalId: 'principal-eve' }));
    log.note(rejected({ at: Date.UTC(2026, 0, 2, 8) }));
    await log.flush();
    const tallies = batches.flatMap(({ callers }) => callers);
    expect(tallies.map(({ principalId, faults, semantic }) => [principalId, faults, semantic])).toEqual([
      ['principal-bob', 0, 5],
      ['principal-eve', 0, 1],
      ['principal-bob', 0, 1],
    ]);
  });

  it('count in full once they are shown to be the tool’s failure', async () => {
    const { batches, log } = setUp();
    for (let time = 0; time < 3; time += 1) log.note(rejected({ blame: 'tool' }));
    await log.flush();
    expect(batches[0]?.callers).toMatchObject([{ faults: 3 }]);
  });
});
