import {
  LearnFromCalls,
  type LearningChange,
  Learnt,
  ManageLearning,
  ManageRules,
  RecentSearches,
  type RuleChange,
  SelectionRules,
  SelectTools,
  UseLearning,
} from '@assay/discovery';
import { Directory } from '@assay/identity';
import { retentionRules } from '@assay/kernel';
import { secretPassages } from '@assay/trust';
import { Module } from '@nestjs/common';
import { onShutdown } from '../../platform/lifecycle.js';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { changePorts, warns } from '../../platform/port-sets.js';
import {
  CLOCK,
  CONFIG,
  LANGUAGE_MODEL,
  LEARNING_STORE,
  LOAD_TOKENS,
  PERSONAL_RULES,
  RANDOM,
  READ_TERMS,
  RULE_STORE,
  SECRET_RULES,
  SEES_TOOL,
} from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { LearningController } from './learning.controller.js';
import { CHOOSING, TASK_CONTENT } from './ports.js';
import { RulesController } from './rules.controller.js';

const providers = [
  provide(TASK_CONTENT, { personal: PERSONAL_RULES, secrets: SECRET_RULES }, ({ personal, secrets }) => ({
    personal,
    secrets: secretPassages(secrets),
  })),
  provide(Learnt, { readTerms: READ_TERMS, followers: ChangeFollowers }, ({ readTerms, followers }) => {
    const learnt = new Learnt(readTerms);
    followers.follow<LearningChange>(['learning-setting', 'learnt-outcome'], (change) => learnt.apply(change));
    return learnt;
  }),
  provide(SelectionRules, { followers: ChangeFollowers }, ({ followers }) => {
    const rules = new SelectionRules();
    followers.follow<RuleChange>(['rule'], (change) => rules.apply(change));
    return rules;
  }),
  provide(RecentSearches, { clock: CLOCK }, ({ clock }) => new RecentSearches(clock)),
  useCase(LearnFromCalls, {
    ...{ learnt: Learnt, searches: RecentSearches, store: LEARNING_STORE, clock: CLOCK, random: RANDOM },
    content: TASK_CONTENT,
    onProblem: warns('what worked could not be learnt yet'),
  }),
  useCase(UseLearning, {
    ...{ learnt: Learnt, searches: RecentSearches, clock: CLOCK, random: RANDOM },
    nameNow: from(
      Directory,
      ({ aliases }) =>
        (tool: string) =>
          aliases.tool(tool),
    ),
  }),
  useCase(SelectTools, { rules: SelectionRules, model: LANGUAGE_MODEL, clock: CLOCK }),
  provide(CHOOSING, { learning: UseLearning, strategies: SelectTools, loadTokens: LOAD_TOKENS }, (ports) => ({
    ...ports,
    searcherOf: ({ organisationId, principalId }) => ({ organisationId, principalId }),
  })),
  useCase(ManageLearning, {
    ...changePorts,
    ...{
      learnt: Learnt,
      searches: RecentSearches,
      store: LEARNING_STORE,
      unwritten: LearnFromCalls,
      directory: Directory,
    },
    seesTool: SEES_TOOL,
    keptDays: from(CONFIG, ({ retentionDays }) => retentionDays.outcomes ?? retentionRules.outcomes.days),
  }),
  useCase(ManageRules, {
    ...changePorts,
    ...{ rules: SelectionRules, store: RULE_STORE, directory: Directory, seesTool: SEES_TOOL },
  }),
  onShutdown('learning', { fromCalls: LearnFromCalls }, ({ fromCalls }) => fromCalls.flush()),
];

/** Choosing among tools: learning from what worked, rules, strategies, token budgets. */
@Module({ controllers: [LearningController, RulesController], providers, exports: providers })
export class ChoosingModule {}
