import type { Caller } from '@assay/identity';
import type { ToolVersion } from '@assay/registry';
import type { Call, Passed, Stage } from './call.js';
import type { LimitCounters, LimitsOfCall } from './policy/limit-counters.js';
import { refusalOf, tooDear } from './policy/limits.js';
import type { Acquired, RateLimits } from './policy/rate-limits.js';
import type { CountedCall } from './resolved.js';

/** What the stage works with. */
export interface CallLimits {
  readonly rates: RateLimits;
  readonly counters: LimitCounters;
}

type LimitsOf = (call: Call) => LimitsOfCall;

const limited = (rates: RateLimits, limitsOf: LimitsOf): Stage<CountedCall> => ({
  name: 'limits',
  run(call) {
    const { counters, exceeded } = limitsOf(call);
    if (exceeded !== undefined) return tooDear(exceeded.limit, exceeded.cost);
    const judge = (acquired: Acquired): Passed<CountedCall> => {
      const counted = { counters, acquired };
      return { resolved: { limits: counted }, failure: acquired.granted ? undefined : refusalOf(counted) };
    };
    const acquired = call.requested.dryRun ? rates.peek(counters) : rates.acquire(counters, 1);
    return acquired instanceof Promise ? acquired.then(judge) : judge(acquired);
  },
});

/**
 * Counts the call, and what it costs, against every limit that binds it, or against none and refuses it. A dry run only
 * looks.
 */
export const limits = ({ rates, counters }: CallLimits): Stage<CountedCall> =>
  limited(rates, ({ requested: { caller, request }, resolved }) => {
    const version = resolved.version as ToolVersion;
    if (resolved.cached !== undefined) return { counters: ofCached(counters, caller, request.session, version) };
    const bound = counters.limitsOf(caller, version);
    const declaresNone = version.manifest.limits === undefined;
    if (request.session === undefined && declaresNone) return bound;
    const ofSession = request.session === undefined ? [] : counters.ofSession(caller, request.session, version);
    const ofArguments = declaresNone ? [] : counters.ofArguments(caller, version, resolved.input);
    return { ...bound, counters: [...bound.counters, ...ofSession, ...ofArguments] };
  });

/** Nobody provides an earlier result again, and it costs nothing: it is a call by its caller all the same. */
function ofCached(counters: LimitCounters, caller: Caller, session: string | undefined, version: ToolVersion) {
  const { manifest: _free, ...freeVersion } = version;
  const ofSession = session === undefined ? [] : counters.ofSession(caller, session, freeVersion);
  return [...counters.ofCaller(caller, 0), ...ofSession];
}

/**
 * The same for a call without a caller's request: it respects the limits that protect the provider, and counts towards
 * no share.
 */
export const protectProvider = ({ rates, counters }: CallLimits): Stage<CountedCall> =>
  limited(rates, ({ resolved: { version } }) => ({ counters: counters.ofVerification(version as ToolVersion) }));

/** Takes back what was counted for a call that did not get as far as its tool, or that is counted when it goes on. */
export function giveBackUnused(
  { requested, resolved: { limits: counted, upstreamMs, pause, cached } }: Call,
  rates: RateLimits,
): void | Promise<void> {
  const isUsed = (upstreamMs !== undefined || cached !== undefined) && pause === undefined;
  if (counted === undefined || requested.dryRun || isUsed || !counted.acquired.granted) return;
  return rates.giveBack(counted.counters, 1, counted.acquired);
}
