import type { CallFinished } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { UsageCounter } from './usage.js';

const finished = (versionId: string, upstreamMs: number | null = 1): CallFinished => ({
  invocationId: 'i',
  organisationId: 'org-acme',
  principalId: 'principal-ann',
  tool: 'acme/orders.create',
  version: '1.0.0',
  versionId,
  status: 'succeeded',
  code: null,
  totalMs: 1,
  upstreamMs,
  givenMs: upstreamMs === null ? null : 30_000,
  validation: 'valid',
  providerId: 'org-acme',
  sla: undefined,
  discoveryId: null,
  task: null,
  at: 0,
});

function setUp() {
  const clock = new FakeClock();
  const written: Record<string, number>[] = [];
  const store = {
    failing: false,
    addUsage: async (counts: ReadonlyMap<string, number>) => {
      if (store.failing) throw new Error('away');
      written.push(Object.fromEntries(counts));
    },
  };
  return { clock, written, store, usage: new UsageCounter(store, clock) };
}
const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('UsageCounter', () => {
  it('adds what reached a tool, in groups', async () => {
    const { clock, written, usage } = setUp();
    for (const id of ['a', 'b', 'a']) usage.count(finished(id));
    usage.count(finished('a', null));
    clock.advance(4_999);
    await turns();
    expect(written).toEqual([]);
    clock.advance(1);
    await turns();
    expect(written).toEqual([{ a: 2, b: 1 }]);
    expect(clock.waiting).toBe(0);
    usage.count(finished('a'));
    clock.advance(5_000);
    await turns();
    expect(written).toEqual([{ a: 2, b: 1 }, { a: 1 }]);
  });

  it('writes at once when asked, and nothing when there is nothing', async () => {
    const { clock, written, usage } = setUp();
    await usage.flush();
    usage.count(finished('a'));
    await usage.flush();
    expect([written, clock.waiting]).toEqual([[{ a: 1 }], 0]);
  });

  it('keeps what could not be written, and tries again by itself', async () => {
    const { clock, written, store, usage } = setUp();
    store.failing = true;
    usage.count(finished('a'));
    await expect(usage.flush()).rejects.toThrow('away');
    store.failing = false;
    clock.advance(5_000);
    await turns();
    expect(written).toEqual([{ a: 1 }]);
  });

  it('adds what is counted while a write fails to what it kept', async () => {
    const { clock, written, store, usage } = setUp();
    store.failing = true;
    usage.count(finished('a'));
    const failing = usage.flush();
    usage.count(finished('a'));
    await expect(failing).rejects.toThrow('away');
    store.failing = false;
    clock.advance(5_000);
    await turns();
    expect([written, clock.waiting]).toEqual([[{ a: 2 }], 0]);
  });
});
