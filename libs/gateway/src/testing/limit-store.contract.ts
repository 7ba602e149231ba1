import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import { anOrganisationRow } from '@assay/registry/testing';
import type { LimitRule } from '../policy/limit-rules.js';
import type { LimitStore } from '../policy/limit-store.js';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

/** An empty store and the feed that tells of it. */
export interface LimitFixture {
  readonly identities: IdentityStore;
  readonly limits: LimitStore;
  readonly feed: ChangeFeed<StoreChange>;
}

export interface LimitContractCase {
  readonly name: string;
  readonly check: (fixture: LimitFixture) => Promise<void>;
}

async function withRule({ identities, limits, feed }: LimitFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const rule: LimitRule = {
    id: '0198f000-0000-7000-8000-00000000a001',
    organisationId: organisation.id,
    name: 'provider.calls',
    subjectId: organisation.id,
    tool: null,
    limit: 100,
    reason: null,
    setAt: Date.UTC(2026, 0, 1),
    setBy: null,
  };
  return { limits, state, rule };
}

/** What every LimitStore promises. */
export const limitStoreContract: readonly LimitContractCase[] = [
  {
    name: 'a configured limit is reported',
    check: async (fixture) => {
      const { limits, state, rule } = await withRule(fixture);
      deepEqual(await limits.put(rule), rule);
      deepEqual(await state.of('limit', rule.id), rule);
    },
  },
  {
    name: 'set again it changes, and stays one row',
    check: async (fixture) => {
      const { limits, state, rule } = await withRule(fixture);
      await limits.put(rule);
      const again = { ...rule, limit: 7, reason: 'upstream is small', setAt: rule.setAt + 1_000 };
      deepEqual(await limits.put({ ...again, id: '0198f000-0000-7000-8000-00000000a002' }), again);
      deepEqual(await state.of('limit', rule.id), again);
      equal(await state.of('limit', '0198f000-0000-7000-8000-00000000a002'), null);
    },
  },
  {
    name: 'rules of one limit for everybody, for an id and for a tool are three',
    check: async (fixture) => {
      const { limits, state, rule } = await withRule(fixture);
      const general = { ...rule, id: '0198f000-0000-7000-8000-00000000a003', subjectId: null };
      const ofTool = { ...general, id: '0198f000-0000-7000-8000-00000000a004', tool: 'acme/orders.create' };
      for (const it of [rule, general, ofTool]) deepEqual(await limits.put(it), it);
      for (const it of [rule, general, ofTool]) deepEqual(await state.of('limit', it.id), it);
      equal(await limits.remove('provider.calls', '*'), true);
      equal(await state.of('limit', general.id), null);
      deepEqual(await state.of('limit', rule.id), rule);
      equal(await limits.remove('provider.calls', 'acme/orders.create'), true);
      equal(await limits.remove('provider.calls', rule.subjectId as string), true);
      equal(await state.of('limit', rule.id), null);
    },
  },
  {
    name: 'what is not set cannot be cleared',
    check: async (fixture) => {
      const { limits, rule } = await withRule(fixture);
      await limits.put(rule);
      equal(await limits.remove('tool.calls', rule.subjectId as string), false);
      equal(await limits.remove('provider.calls', '*'), false);
    },
  },
];
