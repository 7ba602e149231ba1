import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import { anOrganisationRow } from '@assay/registry/testing';
import { type Hierarchy, type HierarchyStore, maxHierarchies } from '../hierarchies/hierarchy.js';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

/** An empty store and the feed that tells of it. */
export interface HierarchyFixture {
  readonly identities: IdentityStore;
  readonly hierarchies: HierarchyStore;
  readonly feed: ChangeFeed<StoreChange>;
}

export interface HierarchyContractCase {
  readonly name: string;
  readonly check: (fixture: HierarchyFixture) => Promise<void>;
}

const idOf = (number: number): string => `0198f000-0000-7000-8000-${String(number).padStart(12, '0')}`;

async function withHierarchy({ identities, hierarchies, feed }: HierarchyFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const hierarchy: Omit<Hierarchy, 'revision'> = {
    id: idOf(1),
    organisationId: organisation.id,
    capability: 'geo.geocode',
    levels: [
      { tool: 'acme/a@^1', accuracy: 1 },
      { tool: 'acme/b', accuracy: 0.8, mapping: '{"q": address}' },
    ],
    escalates: true,
    changedAt: Date.UTC(2026, 0, 1),
    changedBy: null,
  };
  return { hierarchies, state, hierarchy };
}

/** What every HierarchyStore promises. */
export const hierarchyStoreContract: readonly HierarchyContractCase[] = [
  {
    name: 'a declared hierarchy is reported',
    check: async (fixture) => {
      const { hierarchies, state, hierarchy } = await withHierarchy(fixture);
      const kept = { ...hierarchy, revision: 1 };
      deepEqual(await hierarchies.put(hierarchy, undefined), { state: 'put', hierarchy: kept });
      deepEqual(await state.of('fallback', hierarchy.id), kept);
    },
  },
  {
    name: 'declared again it changes, stays one row, and its revision goes up',
    check: async (fixture) => {
      const { hierarchies, state, hierarchy } = await withHierarchy(fixture);
      await hierarchies.put(hierarchy, null);
      const again = { ...hierarchy, levels: [{ tool: 'acme/c', accuracy: 1 }], escalates: false };
      const kept = { ...again, revision: 2 };
      deepEqual(await hierarchies.put({ ...again, id: idOf(2) }, 1), { state: 'put', hierarchy: kept });
      deepEqual(await state.of('fallback', hierarchy.id), kept);
      equal(await state.of('fallback', idOf(2)), null);
    },
  },
  {
    name: 'is changed and removed only at the revision that is expected',
    check: async (fixture) => {
      const { hierarchies, state, hierarchy } = await withHierarchy(fixture);
      deepEqual(await hierarchies.put(hierarchy, 3), { state: 'changed', revision: null });
      await hierarchies.put(hierarchy, undefined);
      deepEqual(await hierarchies.put(hierarchy, null), { state: 'changed', revision: 1 });
      const { organisationId, capability } = hierarchy;
      deepEqual(await hierarchies.remove(organisationId, capability, 2), { revision: 1 });
      equal(await hierarchies.remove(organisationId, capability, 1), 'removed');
      equal(await hierarchies.remove(organisationId, capability, undefined), 'none');
      equal(await state.of('fallback', hierarchy.id), null);
    },
  },
  {
    name: 'of several that declare it first at once, one does',
    check: async (fixture) => {
      const { hierarchies, hierarchy } = await withHierarchy(fixture);
      const asked = [1, 2, 3, 4].map((number) => hierarchies.put({ ...hierarchy, id: idOf(number) }, null));
      const states = (await Promise.all(asked)).map((it) => it.state);
      deepEqual(states.sort(), ['changed', 'changed', 'changed', 'put']);
    },
  },
  {
    name: 'has a bound, within which what is there may change',
    check: async (fixture) => {
      const { hierarchies, hierarchy } = await withHierarchy(fixture);
      const nth = (number: number) => ({ ...hierarchy, id: idOf(number + 1), capability: `geo.n${number}` });
      for (let number = 0; number < maxHierarchies; number += 1) await hierarchies.put(nth(number), undefined);
      deepEqual(await hierarchies.put(nth(maxHierarchies), undefined), { state: 'full' });
      equal((await hierarchies.put(nth(0), undefined)).state, 'put');
    },
  },
];
