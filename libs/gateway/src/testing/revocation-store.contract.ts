import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Revocation, RevocationStore } from '@assay/registry';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aVersionRow } from '@assay/registry/testing';
import type { CatalogueFixture } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';

/** Empty stores and the feed that tells of them. */
export interface RevocationFixture extends CatalogueFixture {
  readonly revocations: RevocationStore;
}

export interface RevocationContractCase {
  readonly name: string;
  readonly check: (fixture: RevocationFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 12, 0, 0, 123);

/** A namespace with one tool, and a maker of revocations in it. */
async function withTool({ identities, catalogue, feed, revocations }: RevocationFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const namespace = aNamespaceRow(ann);
  await identities.addNamespace(namespace);
  await catalogue.publish(aVersionRow(namespace), 0);
  const made = (parts: Partial<Revocation> = {}): Revocation => ({
    id: randomUUID(),
    organisationId: organisation.id,
    namespace: 'acme',
    tool: 'orders.create',
    range: '^1',
    reason: 'It loses "orders", an é, a 🧾.',
    createdAt: at,
    createdBy: ann.id,
    cause: null,
    appeal: null,
    lifted: null,
    ...parts,
  });
  return { state, revocations, ann, made };
}

/** What every RevocationStore promises. */
export const revocationStoreContract: readonly RevocationContractCase[] = [
  {
    name: 'a revocation of a range, a tool or a namespace is stored and reported',
    check: async (fixture) => {
      const { state, revocations, made } = await withTool(fixture);
      const all = [made(), made({ range: null, createdBy: null }), made({ tool: null, range: null })];
      for (const it of all) deepEqual(await revocations.addRevocation(it), it);
      for (const it of all) deepEqual(await state.of('revocation', it.id), it);
    },
  },
  {
    name: 'what is revoked need not be known here',
    check: async (fixture) => {
      const { state, revocations, made } = await withTool(fixture);
      const parts = { namespace: 'com.evil', tool: 'server', range: 'release-7' };
      const all = [made(parts), made({ ...parts, range: null }), made({ ...parts, tool: null, range: null })];
      for (const it of all) {
        deepEqual(await revocations.addRevocation(it), it);
        deepEqual(await state.of('revocation', it.id), it);
      }
    },
  },
  {
    name: 'one target has one in force: adding another returns the first',
    check: async (fixture) => {
      const { state, revocations, made } = await withTool(fixture);
      for (const parts of [{}, { range: null }, { tool: null, range: null }]) {
        const [first, second] = [made(parts), made({ ...parts, reason: 'Another.' })];
        await revocations.addRevocation(first);
        deepEqual(await revocations.addRevocation(second), first);
        equal(await state.of('revocation', second.id), null);
      }
    },
  },
  {
    name: 'one cause revokes once, also after it was lifted and whatever the target is',
    check: async (fixture) => {
      const { state, revocations, ann, made } = await withTool(fixture);
      const first = made({ cause: 'finding 7', createdBy: null });
      deepEqual(await revocations.addRevocation(first), first);
      deepEqual(await state.of('revocation', first.id), first);
      const lifted = { at: at + 1, by: ann.id, reason: 'A false alarm.' };
      await revocations.liftRevocation(first.id, lifted);
      const again = made({ cause: 'finding 7', range: null });
      deepEqual(await revocations.addRevocation(again), { ...first, lifted });
      equal(await state.of('revocation', again.id), null);
      const other = made({ cause: 'finding 8' });
      deepEqual(await revocations.addRevocation(other), other);
    },
  },
  {
    name: 'of one cause on many replicas at once exactly one is kept',
    check: async (fixture) => {
      const { revocations, made } = await withTool(fixture);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => revocations.addRevocation(made({ cause: 'alert 1' }))),
      );
      equal(new Set(answers.map(({ id }) => id)).size, 1);
    },
  },
  {
    name: 'an appeal is kept with it, once, while it is in force',
    check: async (fixture) => {
      const { state, revocations, ann, made } = await withTool(fixture);
      const first = await revocations.addRevocation(made());
      const appeal = { at: at + 1, by: ann.id, reason: 'It was the network.' };
      equal(await revocations.appealRevocation(first.id, appeal), true);
      equal(await revocations.appealRevocation(first.id, { ...appeal, reason: 'Again.' }), false);
      equal(await revocations.appealRevocation(randomUUID(), appeal), false);
      deepEqual(await state.of('revocation', first.id), { ...first, appeal });
      const second = await revocations.addRevocation(made({ range: '^2' }));
      await revocations.liftRevocation(second.id, { at: at + 2, by: null, reason: null });
      equal(await revocations.appealRevocation(second.id, appeal), false);
    },
  },
  {
    name: 'of many at once exactly one is kept',
    check: async (fixture) => {
      const { revocations, made } = await withTool(fixture);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => revocations.addRevocation(made({ tool: null, range: null }))),
      );
      equal(new Set(answers.map(({ id }) => id)).size, 1);
    },
  },
  {
    name: 'one in force gets another author and reason, and a lifted one does not',
    check: async (fixture) => {
      const { state, revocations, ann, made } = await withTool(fixture);
      const first = await revocations.addRevocation(made({ createdBy: null }));
      const by = { createdBy: ann.id, reason: 'It spies.' };
      equal(await revocations.takeOverRevocation(first.id, by), true);
      deepEqual(await state.of('revocation', first.id), { ...first, ...by });
      await revocations.liftRevocation(first.id, { at: at + 1, by: null, reason: null });
      equal(await revocations.takeOverRevocation(first.id, { ...by, reason: 'Again.' }), false);
      equal(await revocations.takeOverRevocation(randomUUID(), by), false);
    },
  },
  {
    name: 'lifting is kept with it, once, and lets the target be revoked again',
    check: async (fixture) => {
      const { state, revocations, ann, made } = await withTool(fixture);
      const first = await revocations.addRevocation(made());
      const lifted = { at: at + 1, by: ann.id, reason: 'Fixed.' };
      equal(await revocations.liftRevocation(first.id, lifted), true);
      equal(await revocations.liftRevocation(first.id, { at: at + 2, by: null, reason: null }), false);
      equal(await revocations.liftRevocation(randomUUID(), lifted), false);
      deepEqual(await state.of('revocation', first.id), { ...first, lifted });
      const again = made();
      notEqual((await revocations.addRevocation(again)).id, first.id);
      deepEqual(await state.of('revocation', again.id), again);
    },
  },
];
