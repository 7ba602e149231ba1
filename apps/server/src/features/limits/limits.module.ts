import {
  countOnce,
  isRefused,
  type LimitChange,
  LimitCounters,
  LimitRules,
  ManageLimits,
  ReadLimits,
  recordedSpending,
} from '@assay/gateway';
import { Directory, LimitGuesses } from '@assay/identity';
import { dayMs, err, ok } from '@assay/kernel';
import { ReadUsage } from '@assay/trust';
import { Module } from '@nestjs/common';
import { onBootstrap } from '../../platform/lifecycle.js';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { cataloguePorts } from '../../platform/port-sets.js';
import { CLOCK, LIMIT_STORE, RATE_LIMITS, RATES, USAGE_STORE } from '../../platform/ports.js';
import { provide, useCase } from '../../platform/provide.js';
import { LimitsController } from './limits.controller.js';
import { networkOf } from './network-of.js';
import { CALL_LIMITS, COUNT_LOGIN, COUNT_PUBLICATION } from './ports.js';

const counting = { rates: RATE_LIMITS, counters: LimitCounters };

const providers = [
  provide(LimitRules, { followers: ChangeFollowers }, ({ followers }) => {
    const rules = new LimitRules();
    followers.follow<LimitChange>(['limit'], (change) => rules.apply(change));
    return rules;
  }),
  provide(
    LimitCounters,
    { rules: LimitRules, directory: Directory },
    ({ rules, directory }) => new LimitCounters(rules, directory),
  ),
  provide(CALL_LIMITS, counting, (limits) => limits),
  provide(COUNT_PUBLICATION, counting, ({ rates, counters }) => async (by) => {
    const bound = 'domain' in by ? counters.ofDomainPublication(by.domain) : counters.ofPublication(by.organisationId);
    const counted = await countOnce(rates, bound);
    if (isRefused(counted)) return err(counted);
    return ok(async () => rates.giveBack(counted.counters, 1, counted.acquired));
  }),
  provide(COUNT_LOGIN, counting, ({ rates, counters }) => async (address) => {
    const counted = await countOnce(rates, counters.ofLogin(networkOf(address)));
    return isRefused(counted) ? counted : undefined;
  }),
  provide(
    LimitGuesses,
    { ...counting, rules: LimitRules, clock: CLOCK },
    ({ rates, counters, rules, clock }) =>
      new LimitGuesses({
        ...{ clock, networkOf },
        epoch: () => rules.epoch,
        count: async (network) => {
          const counted = await countOnce(rates, counters.ofFailure(network));
          return isRefused(counted) ? counted : undefined;
        },
      }),
  ),
  useCase(ManageLimits, { ...cataloguePorts, store: LIMIT_STORE, rules: LimitRules }),
  useCase(ReadLimits, { ...cataloguePorts, ...counting }),
  useCase(ReadUsage, { store: USAGE_STORE, directory: Directory, clock: CLOCK }),
  onBootstrap(
    'limits are counted from what was used',
    { rates: RATES, rules: LimitRules, usage: USAGE_STORE, clock: CLOCK },
    async ({ rates, rules, usage, clock }) => {
      const today = Math.floor(clock.now() / dayMs) * dayMs;
      await rates.rebuild(async () => recordedSpending(rules, today, await usage.ofDay(today)));
      await rates.watchReplicas();
    },
  ),
];

/** What is counted against which limits, who sets them, and what was used. */
@Module({ controllers: [LimitsController], providers, exports: providers })
export class LimitsModule {}
