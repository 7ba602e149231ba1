import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { Approval, UserDecision } from '../approvals/approval.js';
import type { ApprovalStore } from '../approvals/approval-store.js';
import { anApproval, aPausedCall } from './an-approval.js';

/** An empty store, and the stores of the rows it refers to. */
export interface ApprovalFixture {
  readonly identities: IdentityStore;
  readonly approvals: ApprovalStore;
}

export interface ApprovalContractCase {
  readonly name: string;
  readonly check: (fixture: ApprovalFixture) => Promise<void>;
}

const at = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const idAt = (number: number): string => `0198f000-0000-7000-8000-${String(number).padStart(12, '0')}`;

async function withPeople({ identities }: ApprovalFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const [carl, ann, bob] = await Promise.all(
    ['carl', 'ann', 'bob'].map((name) => identities.addPrincipal({ ...aPrincipalRow(organisation.id), name })),
  );
  const approval = (number: number, parts: Partial<Approval> = {}): Approval =>
    anApproval({
      id: idAt(number),
      organisationId: organisation.id,
      invocationId: idAt(1_000 + number),
      principalId: carl?.id ?? '',
      keyId: idAt(77),
      versionId: idAt(88),
      ...parts,
    });
  const says = (who: 'ann' | 'bob', decision: UserDecision['decision'], when = at): UserDecision => ({
    principalId: (who === 'ann' ? ann?.id : bob?.id) ?? '',
    decision,
    reason: decision === 'deny' ? 'no' : null,
    at: when,
  });
  return { organisation, approval, says, carl: carl?.id ?? '', ann: ann?.id ?? '', bob: bob?.id ?? '' };
}

/** What every ApprovalStore promises. */
export const approvalStoreContract: readonly ApprovalContractCase[] = [
  {
    name: 'what was opened is found with its call, by its id and its call’s',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval } = await withPeople(fixture);
      const one = approval(1);
      const paused = aPausedCall({ input: { item: 'tea "quoted" \u{1f375}' }, warnings: ['w'] });
      deepEqual(await approvals.open(one, paused), one);
      deepEqual(await approvals.find(one.id), one);
      deepEqual(await approvals.ofInvocation(one.invocationId), one);
      deepEqual(await approvals.call(one.id), paused);
      equal(await approvals.find(idAt(9)), undefined);
      equal(await approvals.ofInvocation(idAt(9)), undefined);
      equal(await approvals.call(idAt(9)), undefined);
    },
  },
  {
    name: 'under one key of a caller one call waits at a time',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, says } = await withPeople(fixture);
      const one = approval(1, { idempotencyKey: 'k' });
      await approvals.open(one, aPausedCall());
      equal((await approvals.open(approval(2, { idempotencyKey: 'k' }), aPausedCall())).id, one.id);
      equal((await approvals.open(approval(3, { idempotencyKey: 'l' }), aPausedCall())).id, idAt(3));
      equal((await approvals.open(approval(4), aPausedCall())).id, idAt(4));
      equal((await approvals.open(approval(5), aPausedCall())).id, idAt(5));
      await approvals.decide(one.id, says('ann', 'deny'));
      equal((await approvals.open(approval(6, { idempotencyKey: 'k' }), aPausedCall())).id, idAt(6));
    },
  },
  {
    name: 'it is decided once: one consent, or any denial, ends it',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, says } = await withPeople(fixture);
      await approvals.open(approval(1), aPausedCall());
      await approvals.open(approval(2), aPausedCall());
      const yes = says('ann', 'approve', at + 1);
      const given = await approvals.decide(idAt(1), yes);
      deepEqual([given?.taken, given?.approval.state, given?.approval.closedAt], [true, 'approved', at + 1]);
      deepEqual(given?.approval.decisions, [yes]);
      const late = await approvals.decide(idAt(1), says('bob', 'deny'));
      deepEqual([late?.taken, late?.approval.state], [false, 'approved']);
      const no = await approvals.decide(idAt(2), says('bob', 'deny'));
      deepEqual([no?.taken, no?.approval.state], [true, 'denied']);
      equal(await approvals.decide(idAt(9), yes), undefined);
    },
  },
  {
    name: 'where two are needed two different users decide, also at once',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, says } = await withPeople(fixture);
      await approvals.open(approval(1, { needed: 2 }), aPausedCall());
      const first = await approvals.decide(idAt(1), says('ann', 'approve'));
      deepEqual([first?.taken, first?.approval.state], [true, 'pending']);
      const again = await approvals.decide(idAt(1), says('ann', 'approve', at + 1));
      deepEqual([again?.taken, again?.approval.state], [false, 'pending']);
      const second = await approvals.decide(idAt(1), says('bob', 'approve', at + 2));
      deepEqual([second?.taken, second?.approval.state], [true, 'approved']);
      await approvals.open(approval(3, { needed: 2 }), aPausedCall());
      await approvals.decide(idAt(3), says('ann', 'approve'));
      const regretted = await approvals.decide(idAt(3), says('ann', 'deny', at + 1));
      deepEqual([regretted?.taken, regretted?.approval.state], [true, 'denied']);
      deepEqual(regretted?.approval.decisions, [says('ann', 'deny', at + 1)]);
      await approvals.open(approval(2, { needed: 2 }), aPausedCall());
      const both = await Promise.all([
        approvals.decide(idAt(2), says('ann', 'approve')),
        approvals.decide(idAt(2), says('bob', 'approve')),
      ]);
      equal(both.filter((it) => it?.taken).length, 2);
      equal((await approvals.find(idAt(2)))?.state, 'approved');
    },
  },
  {
    name: 'nobody decides once its time is over; it is due then, and is closed once',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, says } = await withPeople(fixture);
      await approvals.open(approval(1, { expiresAt: at + 2 * hour }), aPausedCall());
      await approvals.open(approval(2, { expiresAt: at + hour }), aPausedCall());
      deepEqual(await approvals.due(at + hour - 1, 10), []);
      deepEqual(
        (await approvals.due(at + 2 * hour, 10)).map(({ id }) => id),
        [idAt(2), idAt(1)],
      );
      equal((await approvals.due(at + 2 * hour, 1)).length, 1);
      equal((await approvals.decide(idAt(2), says('ann', 'approve', at + hour)))?.taken, false);
      equal(await approvals.close(idAt(2), 'expired', at + hour), true);
      equal(await approvals.close(idAt(2), 'cancelled', at + hour), false);
      deepEqual((await approvals.find(idAt(2)))?.state, 'expired');
      equal((await approvals.due(at + hour, 10)).length, 0);
    },
  },
  {
    name: 'who delegated does not decide until they take it back',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, says, ann, bob, carl } = await withPeople(fixture);
      const to = (from: string, delegate: string, when = at) => ({ from, to: delegate, reason: 'away', at: when });
      await approvals.open(approval(1, { needed: 2 }), aPausedCall());
      await approvals.delegate(idAt(1), to(ann, carl));
      const changed = await approvals.delegate(idAt(1), to(ann, bob, at + 1));
      deepEqual(changed?.delegations, [to(ann, bob, at + 1)]);
      deepEqual((await approvals.find(idAt(1)))?.delegations, changed?.delegations);
      // In a circle nobody would decide.
      equal(await approvals.delegate(idAt(1), to(bob, ann, at + 2)), undefined);
      equal((await approvals.decide(idAt(1), says('ann', 'approve')))?.taken, false);
      equal((await approvals.decide(idAt(1), says('bob', 'approve')))?.taken, true);
      equal(await approvals.takeBack(idAt(1), bob, at), undefined);
      deepEqual((await approvals.takeBack(idAt(1), ann, at))?.delegations, []);
      equal(await approvals.delegate(idAt(1), to(ann, bob)), undefined);
      equal(await approvals.delegate(idAt(1), to(bob, carl)), undefined);
      equal((await approvals.decide(idAt(1), says('ann', 'approve')))?.approval.state, 'approved');
      equal(await approvals.delegate(idAt(1), to(carl, ann)), undefined);
      equal(await approvals.takeBack(idAt(9), ann, at), undefined);
      await approvals.open(approval(2, { expiresAt: at + hour }), aPausedCall());
      equal(await approvals.delegate(idAt(2), to(ann, bob, at + hour)), undefined);
    },
  },
  {
    name: 'a link is used once, also at once; others of the same person are not',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, ann, bob } = await withPeople(fixture);
      await approvals.open(approval(1), aPausedCall());
      const both = await Promise.all([1, 2].map((when) => approvals.useLink(idAt(1), ann, at, at + when)));
      equal(both.filter(Boolean).length, 1);
      equal(await approvals.useLink(idAt(1), ann, at + 1, at + 3), true);
      equal(await approvals.useLink(idAt(1), bob, at, at + 3), true);
      equal(await approvals.useLink(idAt(1), ann, at, at + 3), false);
    },
  },
  {
    name: 'those whose call has not ended are found; arguments of old ones are forgotten',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, says } = await withPeople(fixture);
      for (const number of [1, 2, 3]) await approvals.open(approval(number), aPausedCall());
      await approvals.decide(idAt(1), says('ann', 'approve', at + 2));
      await approvals.decide(idAt(2), says('ann', 'deny', at + 1));
      const left = async (before: number) => (await approvals.unsettled(before, 10)).map(({ id }) => id);
      deepEqual(await left(at + 3), [idAt(2), idAt(1)]);
      deepEqual(await left(at + 2), [idAt(2)]);
      equal(await approvals.settle(idAt(1), 'succeeded', at + hour), true);
      equal(await approvals.settle(idAt(1), 'failed', at + hour), false);
      deepEqual(await left(at + 3), [idAt(2)]);
      const settled = await approvals.find(idAt(1));
      deepEqual([settled?.outcome, settled?.settledAt], ['succeeded', at + hour]);
      equal(await approvals.forget(at + hour), 0);
      equal(await approvals.forget(at + hour + 1), 1);
      equal(await approvals.call(idAt(1)), undefined);
      equal((await approvals.call(idAt(2)))?.input.item, 'tea');
    },
  },
  {
    name: 'lists show an organisation’s, or a caller’s own, newest first and page by page',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, organisation, carl, ann, says } = await withPeople(fixture);
      for (const number of [1, 2, 3]) await approvals.open(approval(number), aPausedCall());
      await approvals.open(approval(4, { principalId: ann }), aPausedCall());
      await approvals.decide(idAt(2), says('ann', 'deny'));
      const ids = async (query: Parameters<ApprovalStore['list']>[0]) =>
        (await approvals.list(query)).map(({ id }) => Number(id.slice(-3)));
      const all = { organisationId: organisation.id, principalId: ann, namespaces: null, limit: 10 };
      deepEqual(await ids(all), [4, 3, 2, 1]);
      deepEqual(await ids({ ...all, organisationId: null, principalId: carl }), [3, 2, 1]);
      deepEqual(await ids({ ...all, state: 'denied' }), [2]);
      deepEqual(await ids({ ...all, namespaces: ['acme'] }), [4, 3, 2, 1]);
      deepEqual(await ids({ ...all, namespaces: ['elsewhere'] }), [4]);
      deepEqual(await ids({ ...all, limit: 2 }), [4, 3]);
      deepEqual(await ids({ ...all, before: idAt(3) }), [2, 1]);
      deepEqual(await ids({ ...all, organisationId: null, principalId: null }), []);
    },
  },
  {
    name: 'it counts how many calls of a caller wait',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { approval, carl, ann, says } = await withPeople(fixture);
      for (const number of [1, 2, 3]) await approvals.open(approval(number), aPausedCall());
      await approvals.decide(idAt(2), says('ann', 'deny'));
      deepEqual([await approvals.waiting(carl), await approvals.waiting(ann)], [2, 0]);
    },
  },
  {
    name: 'an organisation that has said nothing decides by one user, other than who called',
    check: async (fixture) => {
      const { approvals } = fixture;
      const { organisation, ann } = await withPeople(fixture);
      deepEqual(await approvals.settings(organisation.id), { fourEyes: false, ownUserDecides: true });
      await approvals.putSettings(organisation.id, { fourEyes: true, ownUserDecides: false }, at, ann);
      await approvals.putSettings(organisation.id, { fourEyes: true, ownUserDecides: true }, at, null);
      deepEqual(await approvals.settings(organisation.id), { fourEyes: true, ownUserDecides: true });
    },
  },
];
