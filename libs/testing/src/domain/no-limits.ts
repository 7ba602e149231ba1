import { type CallLimits, Directory, LimitCounters, LimitRules, type RateLimits } from '@assay/core';

const granted = { granted: true, standings: [], slices: [] };
const grantsAll: RateLimits = { acquire: () => granted, giveBack: () => undefined, peek: () => granted };

/** Counts nothing and refuses nothing: for tests of something else, which may call as much as they like. */
export const noLimits = (): CallLimits => ({
  rates: grantsAll,
  counters: new LimitCounters(new LimitRules(), new Directory()),
});
