import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { CallNote, CallNoteStore, NotedCall } from '../composites/call-note.js';

export interface CallNoteStoreFixture {
  readonly identities: IdentityStore;
  readonly notes: CallNoteStore;
}

export interface CallNoteStoreContractCase {
  readonly name: string;
  readonly check: (fixture: CallNoteStoreFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 26);

async function aCall({ identities }: CallNoteStoreFixture): Promise<NotedCall> {
  const organisation = anOrganisationRow(randomUUID());
  await identities.addOrganisation(organisation);
  const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisation.id));
  return { organisationId: organisation.id, principalId, key: 'acme/whole key k', invocationId: randomUUID() };
}

const choice: CallNote = { path: 'chain/a', order: 1, choice: { case: 'é\u0000', confidence: 0.9 } };
const join: CallNote = { path: 'chain/b', order: 2, join: { winners: ['x'] } };
const acted: CallNote = {
  ...{ path: 'chain/b/x', order: 3 },
  acted: { path: 'chain/b/x', tool: 'acme/act', version: '1.0.0', input: { secret: 'saying' }, output: null },
};

const inOrder = (notes: readonly CallNote[]): CallNote[] => notes.toSorted((a, b) => a.order - b.order);

/** What every CallNoteStore promises. */
export const callNoteStoreContract: readonly CallNoteStoreContractCase[] = [
  {
    name: 'a call that is made again finds what it noted, each place as it was noted last',
    check: async (fixture) => {
      const { notes } = fixture;
      const call = await aCall(fixture);
      deepEqual(await notes.recall(call, false, at), []);
      await notes.keep(call, [choice, join], at);
      await notes.keep(call, [acted, { ...join, order: 4, join: { winners: ['y'] } }], at);
      const again = { ...call, invocationId: randomUUID() };
      const all = [choice, acted, { ...join, order: 4, join: { winners: ['y'] } }];
      deepEqual(inOrder(await notes.recall(again, true, at)), all);
      // They are the second invocation's now.
      deepEqual(inOrder(await notes.recall(again, false, at)), all);
    },
  },
  {
    name: 'a new call under an old key begins without notes; its own it keeps',
    check: async (fixture) => {
      const { notes } = fixture;
      const call = await aCall(fixture);
      await notes.keep(call, [choice], at);
      const next = { ...call, invocationId: randomUUID() };
      deepEqual(await notes.recall(next, false, at), []);
      await notes.keep(next, [join], at);
      deepEqual(await notes.recall(next, false, at), [join]);
    },
  },
  {
    name: 'notes of other callers and other keys are other notes',
    check: async (fixture) => {
      const { notes } = fixture;
      const [ann, ben] = [await aCall(fixture), await aCall(fixture)];
      await notes.keep(ann, [choice], at);
      deepEqual(await notes.recall({ ...ann, key: 'acme/whole key l' }, true, at), []);
      deepEqual(await notes.recall(ben, true, at), []);
      deepEqual(await notes.recall(ann, true, at), [choice]);
    },
  },
  {
    name: 'what nobody has written or read for long is forgotten',
    check: async (fixture) => {
      const { notes } = fixture;
      const [ann, ben] = [await aCall(fixture), await aCall(fixture)];
      await notes.keep(ann, [choice, join], at);
      await notes.keep(ben, [choice], at);
      await notes.recall(ben, true, at + 5_000);
      equal(await notes.forget(at + 5_000), 2);
      deepEqual(await notes.recall(ann, true, at), []);
      deepEqual(await notes.recall(ben, true, at + 5_000), [choice]);
    },
  },
];
