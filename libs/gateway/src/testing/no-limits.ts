import { Directory } from '@assay/identity';
import type { CallLimits } from '../limits.js';
import { LimitCounters } from '../policy/limit-counters.js';
import { LimitRules } from '../policy/limit-rules.js';
import type { RateLimits } from '../policy/rate-limits.js';

const granted = { granted: true, standings: [], slices: [] };
const grantsAll: RateLimits = { acquire: () => granted, giveBack: () => undefined, peek: () => granted };

/** Counts nothing and refuses nothing: for tests of something else, which may call as much as they like. */
export const noLimits = (): CallLimits => ({
  rates: grantsAll,
  counters: new LimitCounters(new LimitRules(), new Directory()),
});
