import { Directory } from '@assay/identity';
import { type AuditDraft, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval, aPausedCall } from '../testing/an-approval.js';
import { InMemoryApprovalStore } from '../testing/in-memory-approval-store.js';
import { DelegateApprovals } from './delegate-approvals.js';

const id = anApproval().id;
const people = [
  ['carl', 'agent', 'tools:call'],
  ['ann', 'user', 'approvals:decide'],
  ['bob', 'user', 'approvals:decide'],
  ['bot', 'agent', 'approvals:decide'],
  ['rita', 'user', 'tools:call'],
  ['zoe', 'user', 'approvals:decide'],
] as const;

async function setUp(parts = {}) {
  const store = new InMemoryApprovalStore();
  const directory = new Directory();
  const clock = new FakeClock();
  const records: AuditDraft[] = [];
  const reported: string[] = [];
  for (const [name, kind, scope] of people) {
    const principal = aPrincipal({ id: `principal-${name}`, name, kind });
    directory.apply({ kind: 'principal', id: principal.id, state: principal });
    const key = {
      ...{ id: `key-${name}`, organisationId: 'org-acme', principalId: principal.id, prefix: name, hash: 'h' },
      ...{ scopes: [scope], namespaces: null, createdAt: 0, createdBy: null, expiresAt: null, revokedAt: null },
    };
    directory.apply({ kind: 'key', id: key.id, state: key });
  }
  await store.open(anApproval(parts), aPausedCall());
  const delegating = new DelegateApprovals({
    ...{ store, directory, clock },
    deciding: { find: async (_, of) => ok((await store.find(of)) ?? anApproval()) },
    tell: { delegated: async (_, { to }) => void reported.push(to) },
    audit: {
      append: (draft) => {
        records.push(draft);
        return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
      },
    },
    onProblem: () => undefined,
  });
  return { delegating, store, clock, records, reported };
}

const by = (name: string, scopes = ['approvals:decide'], kind: 'user' | 'agent' = 'user') =>
  aCaller({ id: `principal-${name}`, name, kind }, scopes);
const ann = by('ann');

describe('DelegateApprovals', () => {
  it('hands the decision to another user, records it and notifies them', async () => {
    const { delegating, records, reported } = await setUp();
    const delegated = await delegating.delegate(ann, id, { to: 'bob', reason: 'on holiday' });
    expect(delegated).toMatchObject({
      value: { delegations: [{ from: 'principal-ann', to: 'principal-bob', reason: 'on holiday' }] },
    });
    expect(records).toEqual([
      expect.objectContaining({
        ...{ action: 'approval.delegate', principalId: 'principal-ann' },
        details: expect.objectContaining({ approval: id, to: 'bob', reason: 'on holiday' }),
      }),
    ]);
    expect(reported).toEqual(['principal-bob']);
  });

  it('takes it back, once', async () => {
    const { delegating, records } = await setUp();
    await delegating.delegate(ann, id, { to: 'bob' });
    expect(await delegating.takeBack(ann, id)).toMatchObject({ value: { delegations: [] } });
    expect(records.at(-1)).toMatchObject({ action: 'approval.take-back', details: { from: 'bob' } });
    expect(await delegating.takeBack(ann, id)).toMatchObject({ error: { code: 'conflict' } });
  });

  // to whom, the code, the message
  it.each([
    ['nobody', 'not_found', /Nobody in your organisation/],
    ['ann', 'conflict', /yourself/],
    ['bot', 'forbidden', /of kind agent/],
    ['rita', 'forbidden', /lack the scope/],
    ['carl', 'forbidden', /of kind agent/],
  ])('refuses %s as a delegate, and changes nothing', async (to, code, message) => {
    const { delegating, store, records, reported } = await setUp();
    const refused = await delegating.delegate(ann, id, { to });
    expect(refused).toMatchObject({ error: { code, message: expect.stringMatching(message) } });
    expect([(await store.find(id))?.delegations, records, reported]).toEqual([[], [], []]);
  });

  it('refuses who made the call, who has decided, and who has delegated', async () => {
    const own = await setUp({ principalId: 'principal-bob' });
    expect(await own.delegating.delegate(ann, id, { to: 'bob' })).toMatchObject({ error: { code: 'forbidden' } });
    const { delegating, store } = await setUp({ needed: 2 });
    await delegating.delegate(by('zoe'), id, { to: 'bob' });
    expect(await delegating.delegate(ann, id, { to: 'zoe' })).toMatchObject({ error: { code: 'conflict' } });
    const consent = { principalId: 'principal-bob', decision: 'approve', reason: null, at: 0 } as const;
    await store.decide(id, consent);
    expect(await delegating.delegate(ann, id, { to: 'bob' })).toMatchObject({ error: { code: 'conflict' } });
    expect(await delegating.delegate(by('bob'), id, { to: 'ann' })).toMatchObject({ error: { code: 'conflict' } });
  });

  it('is for users who may decide, while the approval waits', async () => {
    const { delegating, clock } = await setUp();
    for (const caller of [by('rita', ['tools:call']), by('bot', ['approvals:decide'], 'agent')])
      expect(await delegating.delegate(caller, id, { to: 'bob' })).toMatchObject({ error: { code: 'forbidden' } });
    clock.advance(25 * 3_600_000);
    expect(await delegating.delegate(ann, id, { to: 'bob' })).toMatchObject({ error: { code: 'conflict' } });
  });

  it('lists whom one can choose', async () => {
    const { delegating } = await setUp();
    const names = async (caller: typeof ann) => {
      const found = await delegating.delegates(caller, id);
      return found.ok ? found.value.map(({ name }) => name) : found.error.code;
    };
    expect(await names(ann)).toEqual(['bob', 'zoe']);
    await delegating.delegate(by('zoe'), id, { to: 'bob' });
    expect(await names(ann)).toEqual(['bob']);
    expect(await names(by('rita', ['tools:call']))).toBe('forbidden');
  });
});
