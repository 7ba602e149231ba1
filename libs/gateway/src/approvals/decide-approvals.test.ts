import { Directory } from '@assay/identity';
import type { AuditDraft } from '@assay/kernel';
import { FakeClock, InMemoryDurableRuns } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval, aPausedCall } from '../testing/an-approval.js';
import { InMemoryApprovalStore } from '../testing/in-memory-approval-store.js';
import { DecideApprovals } from './decide-approvals.js';
import { approvalRun } from './open-approvals.js';

const id = anApproval().id;

async function setUp(parts = {}) {
  const store = new InMemoryApprovalStore();
  const runs = new InMemoryDurableRuns();
  const clock = new FakeClock();
  const records: AuditDraft[] = [];
  const reported: string[] = [];
  const problems: unknown[] = [];
  const heard: unknown[] = [];
  runs.define(approvalRun, async (run) => {
    heard.push(run.id);
    return 'ended';
  });
  const append = (draft: AuditDraft) => {
    records.push(draft);
    return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
  };
  const ports = {
    ...{ store, runs, clock, audit: { append }, directory: new Directory() },
    urlOf: (of: string) => `http://assay/approvals/${of}`,
    tell: { decided: async (_: unknown, { decision }: { decision: string }) => void reported.push(decision) },
    onProblem: (cause: unknown) => void problems.push(cause),
  };
  await store.open(anApproval(parts), aPausedCall());
  return { ...ports, deciding: new DecideApprovals(ports), ports, records, reported, heard, problems };
}
const user = (name: string, scopes = ['approvals:decide']) => aCaller({ id: `principal-${name}`, name }, scopes);
const carl = aCaller({ id: 'principal-carl', kind: 'agent', name: 'carl' }, ['tools:call']);

describe('DecideApprovals', () => {
  it('takes a user’s decision, records it, wakes the call and tells the caller', async () => {
    const { deciding, records, reported, heard } = await setUp();
    const decided = await deciding.decide(user('ann'), id, { decision: 'approve', reason: 'fine' });
    expect(decided).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(records).toEqual([
      expect.objectContaining({
        action: 'approval.approve',
        principalId: 'principal-ann',
        subject: 'acme/orders.create@1.0.0',
        details: expect.objectContaining({ approval: id, reason: 'fine' }),
      }),
    ]);
    await new Promise(setImmediate);
    expect([reported, heard]).toEqual([['approve'], [id]]);
  });

  it('leaves it to the delegate while the decision is delegated', async () => {
    const { deciding, store } = await setUp();
    await store.delegate(id, { from: 'principal-ann', to: 'principal-bob', reason: null, at: 0 });
    expect(await deciding.decide(user('ann'), id, { decision: 'approve' })).toMatchObject({
      error: { code: 'forbidden', message: expect.stringMatching(/delegated .* takes it back/) },
    });
    expect(await deciding.decide(user('bob'), id, { decision: 'approve' })).toMatchObject({ ok: true });
  });

  it('waits for a second user where two are needed, and does not count one twice', async () => {
    const { deciding, heard } = await setUp({ needed: 2 });
    expect(await deciding.decide(user('ann'), id, { decision: 'approve' })).toMatchObject({
      value: { state: 'pending' },
    });
    expect(await deciding.decide(user('ann'), id, { decision: 'approve' })).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/another user/) },
    });
    expect(heard).toEqual([]);
    expect(await deciding.decide(user('bob'), id, { decision: 'approve' })).toMatchObject({
      value: { state: 'approved' },
    });
  });

  it('never takes the calling agent’s word, and changes nothing', async () => {
    const { deciding, store, records } = await setUp();
    const agent = { ...carl, scopes: new Set(['approvals:decide']) };
    expect(await deciding.decide(agent, id, { decision: 'approve' })).toMatchObject({ error: { code: 'forbidden' } });
    expect([(await store.find(id))?.state, records]).toEqual(['pending', []]);
  });

  it('says why a decision comes too late', async () => {
    const { deciding, clock } = await setUp();
    clock.advance(24 * 3_600_000);
    expect(await deciding.decide(user('ann'), id, { decision: 'approve' })).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/expired at 2026-01-02/) },
    });
    const again = await setUp();
    await again.deciding.decide(user('ann'), id, { decision: 'deny' });
    expect(await again.deciding.decide(user('bob'), id, { decision: 'approve' })).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/denied already/) },
    });
  });

  it('shows its own to a caller, and everything to who decides', async () => {
    const { deciding } = await setUp();
    const list = async (caller: typeof carl) => (await deciding.list(caller, { limit: 10 })).length;
    expect(await Promise.all([list(carl), list(user('ann')), list(user('eve', ['tools:call']))])).toEqual([1, 1, 0]);
    const narrowed = { ...user('ann'), namespaces: ['elsewhere'] };
    expect([await list(narrowed), await list({ ...narrowed, namespaces: ['acme'] })]).toEqual([0, 1]);
    expect(await deciding.find(narrowed, id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await deciding.find(user('eve', ['tools:call']), id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await deciding.find(carl, 'not-an-id')).toMatchObject({ error: { code: 'not_found' } });
    expect(await deciding.call(carl, anApproval())).toMatchObject({ input: { item: 'tea' } });
  });

  it('lets its caller, and nobody else, cancel a call that waits, once', async () => {
    const { deciding, store, records, heard } = await setUp();
    const { invocationId } = anApproval();
    expect(await deciding.cancel(user('ann'), invocationId)).toBeUndefined();
    expect((await deciding.cancel(carl, invocationId))?.id).toBe(id);
    expect((await store.find(id))?.state).toBe('cancelled');
    expect(records.map(({ action }) => action)).toEqual(['approval.cancel']);
    await new Promise(setImmediate);
    expect(heard).toHaveLength(1);
    expect(await deciding.cancel(carl, invocationId)).toBeUndefined();
    expect(await deciding.cancel(carl, 'unknown')).toBeUndefined();
  });

  it('keeps a decision although nothing could be woken or notified', async () => {
    const { ports, store, problems } = await setUp();
    const away = () => Promise.reject(new Error('away'));
    const deciding = new DecideApprovals({ ...ports, runs: { wake: away }, tell: { decided: away } });
    expect(await deciding.decide(user('ann'), id, { decision: 'approve' })).toMatchObject({ ok: true });
    expect([(await store.find(id))?.state, problems.length]).toEqual(['approved', 2]);
  });

  it('lets administrators say how their organisation decides', async () => {
    const { deciding, records } = await setUp();
    const wanted = { fourEyes: true, ownUserDecides: true };
    expect(await deciding.setSettings(user('ann'), wanted)).toMatchObject({ error: { code: 'forbidden' } });
    const narrowed = { ...user('ann', ['admin']), namespaces: ['acme'] };
    expect(await deciding.setSettings(narrowed, wanted)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await deciding.setSettings(user('ann', ['admin']), wanted)).toEqual({ ok: true, value: wanted });
    expect(await deciding.settings(carl)).toEqual({ ok: true, value: wanted });
    expect(records).toEqual([expect.objectContaining({ action: 'approval.settings', details: wanted })]);
    expect(await deciding.settings({ ...carl, organisationId: null })).toMatchObject({
      error: { code: 'unauthenticated' },
    });
  });

  it('shows a result that waits to those who may decide on it, and to nobody else', async () => {
    const { deciding, store } = await setUp();
    const other = anApproval({ id: '0198f000-0000-7000-8000-0000000000a2', subject: 'result' });
    const withheld = { output: 'secret', validation: { outcome: 'untyped' as const, issues: [] }, contains: [] };
    await store.open(other, { ...aPausedCall(), withheld });
    expect((await deciding.call(user('ann'), other))?.withheld).toEqual(withheld);
    expect((await deciding.call(carl, other))?.withheld).toBeUndefined();
    const bot = aCaller({ id: 'principal-bot', kind: 'agent', name: 'bot' }, ['approvals:decide']);
    expect((await deciding.call(bot, other))?.withheld).toBeUndefined();
  });
});
