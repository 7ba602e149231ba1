import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import { anOrganisationRow } from '@assay/registry/testing';
import { maxPolicies, type Policy, type PolicyStore } from '../policy/policy.js';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

/** An empty store and the feed that tells of it. */
export interface PolicyFixture {
  readonly identities: IdentityStore;
  readonly policies: PolicyStore;
  readonly feed: ChangeFeed<StoreChange>;
}

export interface PolicyContractCase {
  readonly name: string;
  readonly check: (fixture: PolicyFixture) => Promise<void>;
}

const idOf = (n: number): string => `0198f000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

async function withPolicy({ identities, policies, feed }: PolicyFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const policy: Omit<Policy, 'version'> = {
    id: idOf(1),
    organisationId: organisation.id,
    name: 'freeze',
    text: 'forbid (principal, action, resource);',
    description: 'until Monday',
    changedAt: Date.UTC(2026, 0, 1),
    changedBy: null,
  };
  return { policies, state, policy };
}

/** What every PolicyStore promises. */
export const policyStoreContract: readonly PolicyContractCase[] = [
  {
    name: 'written policies are reported',
    check: async (fixture) => {
      const { policies, state, policy } = await withPolicy(fixture);
      deepEqual(await policies.write(policy, null), { outcome: 'written', policy: { ...policy, version: 1 } });
      deepEqual(await state.of('policy', policy.id), { ...policy, version: 1 });
      deepEqual(await policies.versions(policy.organisationId, 'freeze'), [{ ...policy, version: 1 }]);
      deepEqual(await policies.versions(policy.organisationId, 'other'), []);
    },
  },
  {
    name: 'every version is kept, and the row stays one',
    check: async (fixture) => {
      const { policies, state, policy } = await withPolicy(fixture);
      await policies.write(policy, undefined);
      const again = { ...policy, text: null, description: null, changedAt: policy.changedAt + 1_000 };
      deepEqual(await policies.write({ ...again, id: idOf(2) }, 1), {
        outcome: 'written',
        policy: { ...again, version: 2 },
      });
      deepEqual(await state.of('policy', policy.id), { ...again, version: 2 });
      equal(await state.of('policy', idOf(2)), null);
      deepEqual(
        (await policies.versions(policy.organisationId, 'freeze')).map(({ version, text }) => [version, text]),
        [
          [2, null],
          [1, policy.text],
        ],
      );
    },
  },
  {
    name: 'who expects another version changes nothing',
    check: async (fixture) => {
      const { policies, policy } = await withPolicy(fixture);
      deepEqual(await policies.write(policy, 1), { outcome: 'changed', version: null });
      await policies.write(policy, null);
      deepEqual(await policies.write({ ...policy, text: 'x' }, null), { outcome: 'changed', version: 1 });
      deepEqual(await policies.write({ ...policy, text: 'x' }, 2), { outcome: 'changed', version: 1 });
      equal((await policies.versions(policy.organisationId, 'freeze')).length, 1);
    },
  },
  {
    name: 'of many who expect the same version one is right',
    check: async (fixture) => {
      const { policies, policy } = await withPolicy(fixture);
      await policies.write(policy, null);
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, n) => policies.write({ ...policy, text: `${n}` }, 1)),
      );
      equal(all.filter((it) => it.outcome === 'written').length, 1);
      equal((await policies.versions(policy.organisationId, 'freeze')).length, 2);
    },
  },
  {
    name: 'there is a bound, and those that are there can change',
    check: async (fixture) => {
      const { policies, policy } = await withPolicy(fixture);
      for (let n = 0; n < maxPolicies; n += 1)
        await policies.write({ ...policy, id: idOf(n + 1), name: `p${n}` }, null);
      deepEqual(await policies.write({ ...policy, id: idOf(0xfff), name: 'more' }, null), { outcome: 'full' });
      equal((await policies.write({ ...policy, name: 'p0' }, 1)).outcome, 'written');
    },
  },
];
