import {
  type CallLimits,
  countOnce,
  isRefused,
  type LimitChange,
  LimitCounters,
  LimitRules,
  type LimitStore,
  ManageLimits,
  type ManageLimitsPorts,
  type RateLimits,
  ReadLimits,
} from '@assay/gateway';
import { LimitGuesses } from '@assay/identity';
import type { PublicationBy } from '@assay/importing';
import { err, type Failure, ok, type Result } from '@assay/kernel';
import { filterChanges } from './filter-changes.js';
import { networkOf } from './network-of.js';

export interface LimitsParts extends Omit<ManageLimitsPorts, 'store' | 'rules'> {
  readonly rates: RateLimits;
  readonly store: LimitStore;
}

/** Counting against limits, and managing them. */
export function buildLimits({ rates, ...ports }: LimitsParts) {
  const rules = new LimitRules();
  const counters = new LimitCounters(rules, ports.directory);
  const calls: CallLimits = { rates, counters };
  return {
    rates,
    rules,
    counters,
    calls,
    countPublication: async (by: PublicationBy): Promise<Result<() => Promise<void>, Failure>> => {
      const bound =
        'domain' in by ? counters.ofDomainPublication(by.domain) : counters.ofPublication(by.organisationId);
      const counted = await countOnce(rates, bound);
      if (isRefused(counted)) return err(counted);
      return ok(async () => rates.giveBack(counted.counters, 1, counted.acquired));
    },
    /** Why no more credentials are taken from a network address; undefined when they are. */
    countLogin: async (address: string): Promise<Failure | undefined> => {
      const counted = await countOnce(rates, counters.ofLogin(networkOf(address)));
      return isRefused(counted) ? counted : undefined;
    },
    guesses: new LimitGuesses({
      clock: ports.clock,
      networkOf,
      epoch: () => rules.epoch,
      count: async (network) => {
        const counted = await countOnce(rates, counters.ofFailure(network));
        return isRefused(counted) ? counted : undefined;
      },
    }),
    manage: new ManageLimits({ ...ports, rules }),
    read: new ReadLimits({ ...ports, ...calls }),
    /** Takes the limits out of what the change feed tells, and hands the rest on. */
    following: filterChanges<LimitChange>(['limit'], (change) => rules.apply(change)),
  };
}
