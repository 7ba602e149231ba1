import type { ToolVersion } from '../catalog/records.js';
import type { Failure } from '../kernel/failure.js';
import type { LimitCounter, LimitCounters } from '../policy/limit-counters.js';
import { refusalOf } from '../policy/limits.js';
import type { Acquired, RateLimits } from '../policy/rate-limits.js';
import type { Call, Stage } from './call.js';

/** What the stage works with. */
export interface CallLimits {
  readonly rates: RateLimits;
  readonly counters: LimitCounters;
}

type CountersOf = (call: Call) => readonly LimitCounter[];

const limited = (rates: RateLimits, countersOf: CountersOf): Stage => ({
  name: 'limits',
  run(call) {
    const counters = countersOf(call);
    const judge = (acquired: Acquired): Failure | undefined => {
      call.limits = { counters, acquired };
      return acquired.granted ? undefined : refusalOf(call.limits);
    };
    const acquired = call.dryRun ? rates.peek(counters) : rates.acquire(counters, 1);
    return acquired instanceof Promise ? acquired.then(judge) : judge(acquired);
  },
});

/** Counts the call against every limit that binds it, or against none and refuses it. A dry run only looks. */
export const limits = ({ rates, counters }: CallLimits): Stage =>
  limited(rates, ({ caller, version }) => counters.ofCall(caller, version as ToolVersion));

/** The same for a call that nobody asked for: it heeds what protects the provider, and is nobody's share. */
export const protectProvider = ({ rates, counters }: CallLimits): Stage =>
  limited(rates, ({ version }) => counters.ofVerification(version as ToolVersion));

/** Takes back what was counted for a call that did not get as far as its tool. */
export function giveBackUnused({ limits: counted, dryRun, upstreamMs }: Call, rates: RateLimits): void | Promise<void> {
  if (counted === undefined || dryRun || upstreamMs !== undefined || !counted.acquired.granted) return;
  return rates.giveBack(counted.counters, 1, counted.acquired);
}
