import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import type { Capability, CapabilityStore, Seeding } from '@assay/registry';
import { anOrganisationRow } from '@assay/registry/testing';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

export interface CapabilityFixture {
  readonly identities: IdentityStore;
  readonly feed: ChangeFeed<StoreChange>;
  readonly capabilities: CapabilityStore;
}

export interface CapabilityContractCase {
  readonly name: string;
  readonly check: (fixture: CapabilityFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 12, 0, 0, 123);

async function setUp({ identities, feed, capabilities }: CapabilityFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const made = (tag: string, parts: Partial<Capability> = {}): Capability => ({
    id: randomUUID(),
    organisationId: organisation.id,
    tag,
    parent: null,
    label: 'Maps "of" caves',
    description: 'An é, a 🧾.',
    aliases: ['cave', "it's, a"],
    mergedInto: null,
    deprecated: false,
    seedVersion: null,
    editedAt: at,
    createdAt: at,
    createdBy: null,
    ...parts,
  });
  const seeding = (version: number, ...nodes: [string, string, (string | null)?][]): Seeding => ({
    organisationId: organisation.id,
    version,
    at,
    capabilities: nodes.map(([tag, label, parent = null]) => ({
      id: randomUUID(),
      tag,
      parent,
      label,
      description: `${label}.`,
      aliases: [label],
      mergedInto: null,
    })),
  });
  const add = async (...all: Capability[]) => {
    for (const it of all) equal(await capabilities.add(it), 'added');
    return all;
  };
  return { state, capabilities, made, seeding, add };
}

/** What every CapabilityStore promises. */
export const capabilityStoreContract: readonly CapabilityContractCase[] = [
  {
    name: 'a capability is stored and reported; its tag is taken then',
    check: async (fixture) => {
      const { state, capabilities, made, add } = await setUp(fixture);
      const [maps, caves] = await add(made('maps'), made('maps.caves', { parent: 'maps', aliases: [] }));
      deepEqual(await state.of('capability', maps?.id as string), maps);
      deepEqual(await state.of('capability', caves?.id as string), caves);
      equal(await capabilities.add(made('maps')), 'taken');
    },
  },
  {
    name: 'the first set goes in once; a newer edition renews what nobody edited and adds what is new',
    check: async (fixture) => {
      const { state, capabilities, made, seeding, add } = await setUp(fixture);
      const first = seeding(1, ['maps', 'Maps'], ['maps.caves', 'Caves', 'maps']);
      await capabilities.seed(first);
      await capabilities.seed(seeding(1, ['maps', 'Charts']));
      const [maps, caves] = first.capabilities;
      const now = async (it: { readonly id: string } | undefined) => state.of('capability', it?.id as string);
      equal((await now(maps))?.label, 'Maps');
      equal(await capabilities.change('maps.caves', { label: 'Grottoes' }, at + 1), true);
      const [own] = await add(made('maps.own', { parent: 'maps' }));
      await capabilities.seed(
        seeding(2, ['maps', 'Charts'], ['maps.caves', 'Caverns'], ['maps.own', 'Own'], ['web', 'Web']),
      );
      deepEqual(await now(maps), {
        ...(await now(maps)),
        label: 'Charts',
        aliases: ['Charts'],
        seedVersion: 2,
        editedAt: null,
      });
      deepEqual(await now(caves), { ...(await now(caves)), label: 'Grottoes', parent: 'maps', seedVersion: 1 });
      deepEqual(await now(own), own);
      equal(await capabilities.add(made('web')), 'taken');
    },
  },
  {
    name: 'what is said of it changes, and nothing else; an unknown or merged one does not',
    check: async (fixture) => {
      const { state, capabilities, made, add } = await setUp(fixture);
      const [maps] = await add(made('maps'), made('web'), made('sky'));
      const patch = { label: 'Charts', aliases: ['chart'], parent: 'web', deprecated: true };
      equal(await capabilities.change('maps', patch, at + 5), true);
      deepEqual(await state.of('capability', maps?.id as string), { ...maps, ...patch, editedAt: at + 5 });
      equal(await capabilities.change('caves', { label: 'x' }, at), false);
      equal(await capabilities.merge('maps', 'sky', at), true);
      equal(await capabilities.change('maps', { label: 'x' }, at), false);
    },
  },
  {
    name: 'merging takes along what was merged before and what lies below',
    check: async (fixture) => {
      const { state, capabilities, made, add } = await setUp(fixture);
      const all = await add(made('a'), made('b'), made('c'), made('a.x', { parent: 'a' }));
      const [a, b, c, x] = all.map(({ id }) => id) as [string, string, string, string];
      equal(await capabilities.merge('a', 'b', at + 1), true);
      equal((await state.of('capability', a))?.mergedInto, 'b');
      equal((await state.of('capability', x))?.parent, 'b');
      equal(await capabilities.merge('b', 'c', at + 2), true);
      equal((await state.of('capability', a))?.mergedInto, 'c');
      equal((await state.of('capability', b))?.mergedInto, 'c');
      equal((await state.of('capability', x))?.parent, 'c');
      equal((await state.of('capability', c))?.mergedInto, null);
    },
  },
  {
    name: 'nothing is merged into what is merged or missing, nor twice',
    check: async (fixture) => {
      const { capabilities, made, add } = await setUp(fixture);
      await add(made('a'), made('b'));
      equal(await capabilities.merge('a', 'missing', at), false);
      equal(await capabilities.merge('missing', 'a', at), false);
      equal(await capabilities.merge('a', 'a', at), false);
      equal(await capabilities.merge('a', 'b', at), true);
      equal(await capabilities.merge('a', 'b', at), false);
      equal(await capabilities.merge('b', 'a', at), false);
    },
  },
  {
    name: 'nothing is moved below itself, nor merged into what lies below it, also when two moves meet',
    check: async (fixture) => {
      const { state, capabilities, made, add } = await setUp(fixture);
      const [a, b] = await add(made('a'), made('b'), made('a.x', { parent: 'a' }), made('c'));
      equal(await capabilities.change('a', { parent: 'a' }, at), false);
      equal(await capabilities.change('a', { parent: 'a.x' }, at), false);
      equal(await capabilities.merge('a', 'a.x', at), false);
      const both = await Promise.all([
        capabilities.change('a', { parent: 'b' }, at),
        capabilities.change('b', { parent: 'a.x' }, at),
      ]);
      deepEqual(both.sort(), [false, true]);
      const parents = [a, b].map(async (it) => (await state.of('capability', it?.id ?? ''))?.parent);
      equal((await Promise.all(parents)).filter((parent) => parent === null).length, 1);
      equal(await capabilities.change('c', { parent: 'a.x' }, at), true);
    },
  },
  {
    name: 'of two merges at once that would make a circle one fails',
    check: async (fixture) => {
      const { capabilities, made, add } = await setUp(fixture);
      await add(made('a'), made('b'));
      const both = await Promise.all([capabilities.merge('a', 'b', at), capabilities.merge('b', 'a', at)]);
      deepEqual(both.sort(), [false, true]);
    },
  },
];
