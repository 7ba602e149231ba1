import { deepEqual, equal } from 'node:assert/strict';
import { type LearningStore, type LearntOutcome, maxRules, type Rule, type RuleStore } from '@assay/discovery';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

/** Empty stores and the feed that tells of them. */
export interface LearningFixture {
  readonly identities: IdentityStore;
  readonly learning: LearningStore;
  readonly rules: RuleStore;
  readonly feed: ChangeFeed<StoreChange>;
}

export interface LearningContractCase {
  readonly name: string;
  readonly check: (fixture: LearningFixture) => Promise<void>;
}

const at = Date.UTC(2026, 0, 1);
const idOf = (number: number): string => `0198f000-0000-7000-8000-0000001${String(number).padStart(5, '0')}`;

async function withOrganisation({ identities, learning, rules, feed }: LearningFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const outcome = (number: number, parts: Partial<LearntOutcome> = {}): LearntOutcome => ({
    id: idOf(number),
    organisationId: organisation.id,
    principalId: ann.id,
    searchId: idOf(99_999),
    task: 'send a “letter”, please',
    tool: 'acme/mail.send',
    succeeded: true,
    weight: 0.25,
    shown: ['acme/mail.send', 'acme/post'],
    standing: [1, 0.5, 0, 0.63, 0.31],
    at: at + number,
    ...parts,
  });
  const rule = (number: number): Rule => ({
    id: idOf(number),
    organisationId: organisation.id,
    when: 'query.contains("x")',
    tool: 'acme/mail.send@^1',
    priority: -3,
    createdAt: at,
    createdBy: null,
  });
  return { learning, rules, state, outcome, rule, organisationId: organisation.id };
}

/** What every LearningStore and RuleStore promise. */
export const learningStoreContract: readonly LearningContractCase[] = [
  {
    name: 'outcomes are reported as they were learnt, once however often they are added',
    check: async (fixture) => {
      const { learning, state, outcome } = await withOrganisation(fixture);
      const bare = outcome(2, { searchId: null, shown: [], standing: [], succeeded: false, weight: 1 });
      await learning.add([outcome(1), bare]);
      await learning.add([outcome(1, { task: 'another' })]);
      deepEqual(await state.of('learnt-outcome', idOf(1)), outcome(1));
      deepEqual(await state.of('learnt-outcome', idOf(2)), bare);
    },
  },
  {
    name: 'everything of an organisation is erased, and nothing of another',
    check: async (fixture) => {
      const { learning, state, outcome, organisationId } = await withOrganisation(fixture);
      await learning.add([outcome(1), outcome(2)]);
      equal(await learning.erase('0198f000-0000-7000-8000-000000099999'), 0);
      deepEqual(await state.of('learnt-outcome', idOf(1)), outcome(1));
      equal(await learning.erase(organisationId), 2);
      equal(await state.of('learnt-outcome', idOf(1)), null);
    },
  },
  {
    name: 'what was learnt from one principal is erased, and nothing of others',
    check: async (fixture) => {
      const { learning, state, outcome, organisationId } = await withOrganisation(fixture);
      await learning.add([outcome(1), outcome(2, { principalId: null })]);
      const { principalId } = outcome(1);
      equal(await learning.erasePrincipal('0198f000-0000-7000-8000-000000099999', principalId ?? ''), 0);
      equal(await learning.erasePrincipal(organisationId, principalId ?? ''), 1);
      equal(await state.of('learnt-outcome', idOf(1)), null);
      deepEqual(await state.of('learnt-outcome', idOf(2)), outcome(2, { principalId: null }));
    },
  },
  {
    name: 'what is older is forgotten',
    check: async (fixture) => {
      const { learning, state, outcome } = await withOrganisation(fixture);
      await learning.add([outcome(1), outcome(2)]);
      equal(await learning.forgetBefore(at + 2), 1);
      equal(await state.of('learnt-outcome', idOf(1)), null);
      deepEqual(await state.of('learnt-outcome', idOf(2)), outcome(2));
    },
  },
  {
    name: 'learning is set, and set otherwise',
    check: async (fixture) => {
      const { learning, state, organisationId } = await withOrganisation(fixture);
      const setting = { id: organisationId, organisationId, enabled: true, changedAt: at, changedBy: null };
      await learning.setLearning(setting);
      deepEqual(await state.of('learning-setting', organisationId), setting);
      const off = { ...setting, enabled: false, changedAt: at + 1 };
      await learning.setLearning(off);
      deepEqual(await state.of('learning-setting', organisationId), off);
    },
  },
  {
    name: 'rules are added and removed, up to a bound',
    check: async (fixture) => {
      const { rules, state, rule } = await withOrganisation(fixture);
      for (let number = 0; number < maxRules; number += 1) equal(await rules.add(rule(number)), true);
      equal(await rules.add(rule(maxRules)), false);
      deepEqual(await state.of('rule', idOf(7)), rule(7));
      await rules.remove(idOf(7));
      equal(await state.of('rule', idOf(7)), null);
      equal(await rules.add(rule(maxRules)), true);
    },
  },
];
