import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { dayMs } from '@assay/kernel';
import { anEnvelope } from '@assay/kernel/testing';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type {
  Claim,
  ClaimAnswer,
  IdempotencyLedger,
  KeptResult,
  KeyUse,
  Reach,
} from '../idempotency/idempotency-ledger.js';

export interface LedgerFixture {
  readonly identities: IdentityStore;
  readonly ledger: IdempotencyLedger;
  /** The same keys, as another process has them. */
  readonly other: IdempotencyLedger;
  /** The process of `ledger` dies, and its lease has lapsed an hour ago. */
  readonly die: () => Promise<void>;
}

export interface LedgerContractCase {
  readonly name: string;
  readonly check: (fixture: LedgerFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 23);

async function withCaller({ identities }: LedgerFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  return (parts: Partial<KeyUse> = {}): KeyUse => ({
    organisationId: organisation.id,
    principalId: ann.id,
    key: 'order-1',
    requestDigest: 'sha256:one',
    invocationId: randomUUID(),
    ...parts,
  });
}

const aReach = (parts: Partial<Reach> = {}): Reach => ({
  versionId: randomUUID(),
  tool: 'acme/orders.create',
  version: '1.0.0',
  repeatable: false,
  ...parts,
});

const aResult = (id: string, output: unknown = { order: 1 }): KeptResult => ({
  failure: null,
  envelope: anEnvelope({ id, output }),
});

function claimed(answer: ClaimAnswer): {
  claim: Claim;
  earlier: Extract<ClaimAnswer, { state: 'claimed' }>['earlier'];
} {
  if (answer.state !== 'claimed') throw new Error(`The key was to be claimed, and is ${answer.state}.`);
  return answer;
}

/** What every IdempotencyLedger promises. */
export const idempotencyLedgerContract: readonly LedgerContractCase[] = [
  {
    name: 'a key is claimed once, and its result is every repeat’s answer, in any process',
    check: async (fixture) => {
      const { ledger, other } = fixture;
      const use = await withCaller(fixture);
      const first = use();
      const { claim, earlier } = claimed(await ledger.claim(first, at));
      equal(earlier, null);
      const running = { state: 'running', invocationId: first.invocationId };
      deepEqual([await ledger.claim(use(), at), await other.claim(use(), at)], [running, running]);
      const result = aResult(first.invocationId, { text: 'a \u0000, an é, a 🧾', z: 1, a: null });
      equal(await ledger.finish(claim, result, false), true);
      const finished = { state: 'finished', invocationId: first.invocationId, result };
      deepEqual([await ledger.claim(use(), at), await other.claim(use(), at + dayMs - 1)], [finished, finished]);
    },
  },
  {
    name: 'of many that claim at once, one has it',
    check: async (fixture) => {
      const use = await withCaller(fixture);
      const ledgers = [fixture.ledger, fixture.other];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => (ledgers[index % 2] as IdempotencyLedger).claim(use(), at)),
      );
      equal(answers.filter(({ state }) => state === 'claimed').length, 1);
      equal(answers.filter(({ state }) => state === 'running').length, 11);
    },
  },
  {
    name: 'a key identifies one call, and belongs to one caller',
    check: async (fixture) => {
      const use = await withCaller(fixture);
      const first = use();
      await fixture.ledger.claim(first, at);
      const otherCall = await fixture.ledger.claim(use({ requestDigest: 'sha256:two' }), at);
      deepEqual(otherCall, { state: 'other', invocationId: first.invocationId });
      const bob = await fixture.identities.addPrincipal(aPrincipalRow(first.organisationId, 'bob'));
      claimed(await fixture.ledger.claim(use({ principalId: bob.id, requestDigest: 'sha256:two' }), at));
      claimed(await fixture.ledger.claim(use({ key: 'order-2' }), at));
    },
  },
  {
    name: 'a released key is free, and remembers what may have been reached only on request',
    check: async (fixture) => {
      const { ledger } = fixture;
      const use = await withCaller(fixture);
      const first = claimed(await ledger.claim(use(), at));
      await ledger.reach(first.claim, aReach());
      await ledger.release(first.claim, false);
      equal(await ledger.find(first.claim.principalId, 'order-1', at), undefined);
      const second = claimed(await ledger.claim(use(), at));
      equal(second.earlier, null);
      const reach = aReach({ repeatable: true });
      equal(await ledger.reach(second.claim, reach), true);
      await ledger.release(second.claim, true);
      const third = claimed(await ledger.claim(use(), at));
      deepEqual(third.earlier, { invocationId: second.claim.invocationId, reach });
    },
  },
  {
    name: 'claims of a dead process are taken over with what they reached, and it can do nothing with them any more',
    check: async (fixture) => {
      const { ledger, other } = fixture;
      const use = await withCaller(fixture);
      const dead = claimed(await ledger.claim(use(), at));
      const reach = aReach();
      await ledger.reach(dead.claim, reach);
      equal((await other.claim(use(), at)).state, 'running');
      await fixture.die();
      const taken = claimed(await other.claim(use(), at));
      deepEqual(taken.earlier, { invocationId: dead.claim.invocationId, reach });
      equal(await ledger.reach(dead.claim, aReach()), false);
      equal(await ledger.finish(dead.claim, aResult(dead.claim.invocationId), false), false);
      await ledger.release(dead.claim, false);
      equal(await other.finish(taken.claim, aResult(taken.claim.invocationId), false), true);
    },
  },
  {
    name: 'a call is found under its id, alive or dead, with what it reached and its result, by its caller alone',
    check: async (fixture) => {
      const { ledger, other } = fixture;
      const use = await withCaller(fixture);
      const { claim } = claimed(await ledger.claim(use(), at));
      const { invocationId, organisationId, principalId, key } = claim;
      const state = { invocationId, organisationId, principalId, key, claimedAt: at };
      const find = () => other.findCall(principalId, invocationId, at);
      deepEqual(await find(), { ...state, reached: null, isHeld: true, result: null });
      await ledger.reach(claim, aReach());
      const reached = { tool: 'acme/orders.create', version: '1.0.0' };
      deepEqual(await find(), { ...state, reached, isHeld: true, result: null });
      await fixture.die();
      deepEqual(await find(), { ...state, reached, isHeld: false, result: null });
      equal(await other.findCall(randomUUID(), invocationId, at), undefined);
      equal(await other.findCall(principalId, randomUUID(), at), undefined);
      equal(await other.findCall(principalId, invocationId, at + dayMs), undefined);
      const again = claimed(await other.claim(use({ invocationId }), at));
      const result = aResult(invocationId);
      await other.finish(again.claim, result, false);
      deepEqual(await find(), { ...state, reached, isHeld: false, result });
    },
  },
  {
    name: 'a claim from before a key was set free is worth nothing after it',
    check: async (fixture) => {
      const { ledger, other } = fixture;
      const use = await withCaller(fixture);
      const former = claimed(await ledger.claim(use(), at));
      await ledger.release(former.claim, false);
      const latter = claimed(await other.claim(use(), at));
      equal(await ledger.reach(former.claim, aReach()), false);
      equal(await ledger.finish(former.claim, aResult(former.claim.invocationId), false), false);
      await ledger.release(former.claim, false);
      equal(await other.reach(latter.claim, aReach()), true);
    },
  },
  {
    name: 'what a dead process finished stays finished',
    check: async (fixture) => {
      const use = await withCaller(fixture);
      const { claim } = claimed(await fixture.ledger.claim(use(), at));
      await fixture.ledger.finish(claim, aResult(claim.invocationId), false);
      await fixture.die();
      equal((await fixture.other.claim(use(), at)).state, 'finished');
      deepEqual(await fixture.other.takeLost(0, 10), []);
    },
  },
  {
    name: 'after 24 h a key is new, for any call',
    check: async (fixture) => {
      const { ledger } = fixture;
      const use = await withCaller(fixture);
      const { claim } = claimed(await ledger.claim(use(), at));
      await ledger.reach(claim, aReach());
      await ledger.finish(claim, aResult(claim.invocationId), true);
      equal((await ledger.find(claim.principalId, 'order-1', at))?.isFinished, true);
      equal(await ledger.find(claim.principalId, 'order-1', at + dayMs), undefined);
      const later = claimed(await ledger.claim(use({ requestDigest: 'sha256:two' }), at + dayMs));
      equal(later.earlier, null);
      equal((await ledger.find(claim.principalId, 'order-1', at + dayMs))?.requestDigest, 'sha256:two');
    },
  },
  {
    name: 'what a dead process may have reached is found by a sweep, until it was reported',
    check: async (fixture) => {
      const { ledger, other } = fixture;
      const use = await withCaller(fixture);
      const reached = claimed(await ledger.claim(use(), at));
      const reach = aReach();
      await ledger.reach(reached.claim, reach);
      await ledger.claim(use({ key: 'not-reached' }), at);
      deepEqual(await other.takeLost(0, 10), []);
      await fixture.die();
      const [lost, ...more] = await other.takeLost(60_000, 10);
      equal(more.length, 0);
      deepEqual(lost?.earlier, { invocationId: reached.claim.invocationId, reach });
      equal((await other.claim(use(), at)).state, 'running');
      if (lost !== undefined) await other.release(lost.claim, true);
      equal((await other.takeLost(60_000, 10)).length, 1);
      await other.reported(reached.claim);
      if (lost !== undefined) await other.release({ ...lost.claim, fence: lost.claim.fence + 1 }, true);
      deepEqual(await other.takeLost(60_000, 10), []);
    },
  },
  {
    name: 'unknown outcomes wait until they were reported',
    check: async (fixture) => {
      const { ledger, other } = fixture;
      const use = await withCaller(fixture);
      const { claim } = claimed(await ledger.claim(use(), at));
      const fine = claimed(await ledger.claim(use({ key: 'fine' }), at));
      await ledger.finish(claim, aResult(claim.invocationId), true);
      await ledger.finish(fine.claim, aResult(fine.claim.invocationId), false);
      const [untold, ...more] = await other.untold(10);
      deepEqual([untold?.key, untold?.envelope.id, more], ['order-1', claim.invocationId, []]);
      await other.reported(claim);
      deepEqual(await other.untold(10), []);
    },
  },
  {
    name: 'keys are forgotten when their time is over, but not under a call that runs',
    check: async (fixture) => {
      const { ledger } = fixture;
      const use = await withCaller(fixture);
      const { claim } = claimed(await ledger.claim(use(), at));
      await ledger.finish(claim, aResult(claim.invocationId), false);
      await ledger.claim(use({ key: 'running' }), at);
      await ledger.claim(use({ key: 'later' }), at + 1);
      equal(await ledger.prune(at + dayMs - 1), 0);
      equal(await ledger.prune(at + dayMs), 1);
      equal((await ledger.claim(use({ key: 'running' }), at + dayMs)).state, 'running');
    },
  },
  {
    name: 'a parked key answers repeats, refuses others, and is taken up again by one',
    check: async (fixture) => {
      const { ledger, other } = fixture;
      const use = await withCaller(fixture);
      const { claim } = claimed(await ledger.claim(use(), at));
      const waiting = aResult(claim.invocationId);
      const parked = { ...waiting, envelope: { ...waiting.envelope, status: 'awaiting_approval' as const } };
      equal(await ledger.park(claim, parked, at + 3 * dayMs), true);
      deepEqual(await other.claim(use(), at), { state: 'finished', invocationId: claim.invocationId, result: parked });
      equal((await other.claim(use({ requestDigest: 'sha256:two' }), at)).state, 'other');
      equal(await ledger.prune(at + 2 * dayMs), 0);
      const again = await other.reopen(claim.principalId, 'order-1', at + 3 * dayMs);
      equal(again?.invocationId, claim.invocationId);
      equal(await ledger.reopen(claim.principalId, 'order-1', at), undefined);
      equal((await ledger.claim(use(), at)).state, 'running');
      equal(await ledger.finish(claim, waiting, false), false);
      if (again !== undefined) equal(await other.finish(again, waiting, false), true);
      equal((await ledger.claim(use(), at + 2 * dayMs)).state, 'finished');
      equal(await ledger.prune(at + 4 * dayMs - 1), 0);
      equal(await ledger.reopen(claim.principalId, 'order-1', at), undefined);
      equal(await ledger.reopen(claim.principalId, 'unknown', at), undefined);
    },
  },
];
