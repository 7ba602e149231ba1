import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import { maxToolsets, type Toolset, type ToolsetStore } from '@assay/registry';
import { anOrganisationRow } from '@assay/registry/testing';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

/** An empty store and the feed that tells of it. */
export interface ToolsetFixture {
  readonly identities: IdentityStore;
  readonly toolsets: ToolsetStore;
  readonly feed: ChangeFeed<StoreChange>;
}

export interface ToolsetContractCase {
  readonly name: string;
  readonly check: (fixture: ToolsetFixture) => Promise<void>;
}

const at = Date.UTC(2026, 0, 1);
const idOf = (number: number): string => `0198f000-0000-7000-8000-0000002${String(number).padStart(5, '0')}`;

async function withOrganisation({ identities, toolsets, feed }: ToolsetFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const toolset = (number: number, parts: Partial<Toolset> = {}): Toolset => ({
    id: idOf(number),
    organisationId: organisation.id,
    name: `set-${number}`,
    description: 'What the “desk” needs',
    visibility: 'organisation',
    tools: [{ tool: 'acme/mail.send@^1', as: 'send_mail', preset: { z: 1, from: 'désk', a: [null, { b: true }] } }],
    createdAt: at,
    createdBy: null,
    responseTokens: 5_000,
    enables: ['search_tools'],
    updatedAt: at + 1,
    ...parts,
  });
  return { toolsets, state, toolset };
}

/** What every ToolsetStore promises. */
export const toolsetStoreContract: readonly ToolsetContractCase[] = [
  {
    name: 'a toolset is reported when it is added, replaced and removed',
    check: async (fixture) => {
      const { toolsets, state, toolset } = await withOrganisation(fixture);
      equal(await toolsets.add(toolset(1)), 'added');
      deepEqual(await state.of('toolset', idOf(1)), toolset(1));
      const other = { description: null, visibility: 'private', tools: [], updatedAt: at + 9 } as const;
      equal(await toolsets.replace(toolset(1, { ...other, name: 'not-changed', createdAt: at + 5 })), true);
      deepEqual(await state.of('toolset', idOf(1)), toolset(1, other));
      await toolsets.remove(idOf(1));
      equal(await state.of('toolset', idOf(1)), null);
      equal(await toolsets.replace(toolset(1)), false);
    },
  },
  {
    name: 'a name is taken once, also when two ask at the same time',
    check: async (fixture) => {
      const { toolsets, toolset } = await withOrganisation(fixture);
      const ended = await Promise.all([1, 2, 3].map((number) => toolsets.add(toolset(number, { name: 'desk' }))));
      deepEqual(ended.toSorted(), ['added', 'name_taken', 'name_taken']);
    },
  },
  {
    name: 'an organisation has room for so many',
    check: async (fixture) => {
      const { toolsets, toolset } = await withOrganisation(fixture);
      for (let number = 0; number < maxToolsets; number += 1) equal(await toolsets.add(toolset(number)), 'added');
      equal(await toolsets.add(toolset(maxToolsets)), 'full');
    },
  },
];
