import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { AcceptedCall, AcceptedCalls } from '../accepted/accepted-calls.js';

export interface AcceptedFixture {
  readonly identities: IdentityStore;
  readonly accepted: AcceptedCalls;
  /** The same calls, as another process has them. */
  readonly other: AcceptedCalls;
  /** The process of `accepted` dies. */
  readonly die: () => Promise<void>;
}

export interface AcceptedContractCase {
  readonly name: string;
  readonly check: (fixture: AcceptedFixture) => Promise<void>;
}

async function withCaller({ identities }: AcceptedFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  return (parts: Partial<AcceptedCall> = {}): AcceptedCall => ({
    ...{ id: randomUUID(), organisationId: organisation.id, principalId: ann.id },
    ...{ askedFor: 'acme/orders.create@^1', key: null, acceptedAt: Date.UTC(2026, 10, 23) },
    ...parts,
  });
}

const reached = { tool: 'acme/orders.create', version: '1.2.0' };

/** What every AcceptedCalls promises. */
export const acceptedCallsContract: readonly AcceptedContractCase[] = [
  {
    name: 'an accepted call is found by every process until it has ended',
    check: async (fixture) => {
      const { accepted, other } = fixture;
      const call = (await withCaller(fixture))({ key: 'order-1' });
      await accepted.accept(call);
      deepEqual(await other.find(call.id), { ...call, reached: null, isHeld: true });
      equal(await accepted.reach(call.id, reached), true);
      deepEqual(await other.find(call.id), { ...call, reached, isHeld: true });
      equal(await other.takeLost(call.id), undefined);
      await accepted.end(call.id);
      equal(await other.takeLost(call.id), undefined);
      equal(await other.find(call.id), undefined);
      equal(await other.find(randomUUID()), undefined);
    },
  },
  {
    name: 'a call of a dead process is lost, and is given to one that settles it',
    check: async (fixture) => {
      const { accepted, other, die } = fixture;
      const callOf = await withCaller(fixture);
      const [one, two] = [callOf(), callOf({ acceptedAt: Date.UTC(2026, 10, 24) })];
      for (const call of [one, two]) await accepted.accept(call);
      await accepted.reach(one.id, reached);
      await other.start();
      await die();
      equal((await other.find(one.id))?.isHeld, false);
      deepEqual(await other.takeLost(one.id), { ...one, reached, isHeld: false });
      deepEqual(await other.takeLost(two.id), { ...two, reached: null, isHeld: false });
      // Once more, when who settled it has failed over that.
      deepEqual(await other.takeLost(one.id), { ...one, reached, isHeld: false });
      // Settling it does not make the call.
      equal((await other.find(one.id))?.isHeld, false);
      equal(await other.reach(two.id, reached), false);
      equal(await accepted.reach(two.id, reached), false);
      equal(await other.cancel(two.id), false);
      deepEqual(await other.unwanted(), []);
    },
  },
  {
    name: 'who makes a call learns that somebody else cancelled it',
    check: async (fixture) => {
      const { accepted, other } = fixture;
      const callOf = await withCaller(fixture);
      const [kept, unwanted] = [callOf(), callOf()];
      for (const call of [kept, unwanted]) await accepted.accept(call);
      equal(await other.cancel(unwanted.id), true);
      equal(await other.cancel(randomUUID()), false);
      deepEqual(await accepted.unwanted(), [unwanted.id]);
      deepEqual(await other.unwanted(), []);
    },
  },
  {
    name: 'an id is accepted once',
    check: async (fixture) => {
      const call = (await withCaller(fixture))();
      await fixture.accepted.accept(call);
      equal(await fixture.other.accept(call).catch(() => 'refused'), 'refused');
    },
  },
];
