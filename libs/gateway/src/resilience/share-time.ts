import { type Clock, type Failure, fail, startDeadline } from '@assay/kernel';
import { declaredLatency, type KnownLatency, type LatencyOf, type ToolVersion } from '@assay/registry';
import type { Call, Stage } from '../call.js';
import type { FaultMemory } from '../faults/fault-memory.js';
import type { SharedTime } from '../resolved.js';
import type { Circuits } from './circuits.js';
import type { Fallbacks } from './fallbacks.js';
import { type Pace, shareMs, trialMs } from './levels.js';
import { skipReason } from './next-level.js';

/** A level's speed, as measured by the caller's organisation or as declared. */
export const paceOf = ({ p50Ms, p95Ms, p99Ms }: KnownLatency): Pace => ({ p50Ms, p99Ms: p99Ms ?? p95Ms });

export interface SharePorts {
  readonly fallbacks: Pick<Fallbacks, 'standIns'>;
  readonly circuits: Pick<Circuits, 'isOpen'>;
  readonly faults: Pick<FaultMemory, 'limitedForMs'>;
  readonly clock: Clock;
  /** How long calls take; as declared when absent. */
  readonly latencyOf?: LatencyOf;
}

const limited = ({ resolved: { version } }: Call, retryAfterMs: number): Failure =>
  fail(
    'rate_limited',
    `${version?.manifest.name} is skipped for now: its upstream limits calls for another ${Math.ceil(retryAfterMs / 1_000)} s.`,
    { retryAfterMs: Math.ceil(retryAfterMs), data: { skipped: true } },
  ).error;

/**
 * Gives a level its part of the time, so that the next one that could be tried keeps its p99; nothing is kept for one
 * that is out of use, or whose circuit is open. Where nothing stands in, the level has all of it.
 */
export const shareTime = ({
  fallbacks,
  circuits,
  faults,
  clock,
  latencyOf = declaredLatency,
}: SharePorts): Stage<SharedTime> => ({
  name: 'hierarchy',
  reaches: true,
  run(call) {
    const standIns = call.resolved.standIns ?? fallbacks.standIns(call);
    const later = standIns.filter((it) => it.unfit === undefined && !skipReason(call, it, { circuits, faults }));
    if (later.length === 0) return { resolved: { standIns } };
    const waitMs = faults.limitedForMs(
      (call.resolved.version as ToolVersion).id,
      call.requested.caller.principalId ?? '',
    );
    if (waitMs > 0) return { resolved: { standIns }, failure: limited(call, waitMs) };
    const own = paceOf(latencyOf(call.resolved.version as ToolVersion, call.requested.caller.organisationId));
    const paces = later.map((it) => it.pace);
    const remainingMs = call.requested.whole.remainingMs();
    const ms = call.requested.isTrial === true ? trialMs(paces, remainingMs) : shareMs(own, paces, remainingMs);
    return { resolved: { standIns, deadline: startDeadline(clock, ms, call.resolved.deadline.signal) } };
  },
});
