import { type CallFinished, dayMs } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import type { VersionCall } from '@assay/registry';
import { describe, expect, it } from '@jest/globals';
import { VersionCallerLog } from './version-callers.js';

const today = Date.UTC(2026, 0, 1);

const finished = (principalId: string, versionId: string, parts: Partial<CallFinished> = {}): CallFinished => ({
  invocationId: 'i',
  organisationId: 'org-acme',
  principalId,
  tool: 'acme/orders.create',
  version: '1.0.0',
  versionId,
  status: 'succeeded',
  code: null,
  totalMs: 1,
  upstreamMs: 1,
  givenMs: 30_000,
  validation: 'valid',
  providerId: 'org-acme',
  sla: undefined,
  discoveryId: null,
  task: null,
  at: today + 5,
  ...parts,
});

function setUp() {
  const clock = new FakeClock(today);
  const written: string[][] = [];
  const store = {
    failing: false,
    add: async (calls: readonly VersionCall[]) => {
      if (store.failing) throw new Error('away');
      written.push(calls.map((it) => `${it.principalId} ${it.versionId} ${(it.day - today) / dayMs}`));
    },
  };
  return { clock, written, store, callers: new VersionCallerLog(store, clock) };
}
const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('VersionCallerLog', () => {
  it('notes each caller of a version once a day, in groups', async () => {
    const { clock, written, callers } = setUp();
    for (const versionId of ['v1', 'v1', 'v2']) callers.note(finished('ann', versionId));
    callers.note(finished('bob', 'v1', { status: 'failed', code: 'tool_error' }));
    clock.advance(5_000);
    await turns();
    expect(written).toEqual([['ann v1 0', 'ann v2 0', 'bob v1 0']]);
    callers.note(finished('ann', 'v1'));
    expect(clock.waiting).toBe(0);
    callers.note(finished('ann', 'v1', { at: today + dayMs }));
    await callers.flush();
    expect(written.at(-1)).toEqual(['ann v1 1']);
  });

  it('leaves out calls that reached no upstream', async () => {
    const { clock, written, callers } = setUp();
    callers.note(finished('ann', 'v1', { upstreamMs: null }));
    await callers.flush();
    expect([written, clock.waiting]).toEqual([[], 0]);
  });

  it('keeps what could not be written, and tries again by itself', async () => {
    const { clock, written, store, callers } = setUp();
    store.failing = true;
    callers.note(finished('ann', 'v1'));
    await expect(callers.flush()).rejects.toThrow('away');
    callers.note(finished('bob', 'v1'));
    callers.note(finished('ann', 'v1'));
    store.failing = false;
    clock.advance(5_000);
    await turns();
    expect(written).toEqual([['ann v1 0', 'bob v1 0']]);
  });

  it('holds no more than it may while the database is away', async () => {
    const { written, store, callers } = setUp();
    store.failing = true;
    for (let made = 0; made < 25_000; made += 1) callers.note(finished(`p${made}`, 'v1'));
    store.failing = false;
    await callers.flush();
    expect(written[0]).toHaveLength(20_000);
  });
});
