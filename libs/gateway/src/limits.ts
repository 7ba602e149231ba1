import type { Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Stage } from './call.js';
import type { LimitCounter, LimitCounters } from './policy/limit-counters.js';
import { countedCost } from './policy/limit-units.js';
import { refusalOf, tooDear } from './policy/limits.js';
import type { Acquired, RateLimits } from './policy/rate-limits.js';

/** What the stage works with. */
export interface CallLimits {
  readonly rates: RateLimits;
  readonly counters: LimitCounters;
}

type CountersOf = (call: Call) => readonly LimitCounter[];
type Refuse = (call: Call) => Failure | undefined;

const limited = (rates: RateLimits, countersOf: CountersOf, refuse?: Refuse): Stage => ({
  name: 'limits',
  run(call) {
    const refused = refuse?.(call);
    if (refused !== undefined) return refused;
    const counters = countersOf(call);
    const judge = (acquired: Acquired): Failure | undefined => {
      call.resolved.limits = { counters, acquired };
      return acquired.granted ? undefined : refusalOf(call.resolved.limits);
    };
    const acquired = call.requested.dryRun ? rates.peek(counters) : rates.acquire(counters, 1);
    return acquired instanceof Promise ? acquired.then(judge) : judge(acquired);
  },
});

/**
 * Counts the call, and what it costs, against every limit that binds it, or against none and refuses it. A dry run only
 * looks.
 */
export const limits = ({ rates, counters }: CallLimits): Stage =>
  limited(
    rates,
    ({
      requested: {
        caller,
        request: { session },
      },
      resolved: { version: found },
    }) => {
      const version = found as ToolVersion;
      const bound = counters.ofCall(caller, version);
      return session === undefined ? bound : [...bound, ...counters.ofSession(caller, session, version)];
    },
    ({ requested: { caller }, resolved: { version } }) => {
      const most = counters.ofOneCall(caller);
      const cost = countedCost(version?.manifest.costPerCallUsd);
      return most !== undefined && cost > most.limit ? tooDear(most, cost) : undefined;
    },
  );

/** The same for a call that nobody asked for: it heeds what protects the provider, and is nobody's share. */
export const protectProvider = ({ rates, counters }: CallLimits): Stage =>
  limited(rates, ({ resolved: { version } }) => counters.ofVerification(version as ToolVersion));

/** Takes back what was counted for a call that did not get as far as its tool, or that is counted when it goes on. */
export function giveBackUnused(
  { requested, resolved: { limits: counted, upstreamMs, pause } }: Call,
  rates: RateLimits,
): void | Promise<void> {
  const isUsed = upstreamMs !== undefined && pause === undefined;
  if (counted === undefined || requested.dryRun || isUsed || !counted.acquired.granted) return;
  return rates.giveBack(counted.counters, 1, counted.acquired);
}
