import type { ToolVersion } from '../../catalog/records.js';
import type { Clock } from '../../kernel/clock.js';
import { startDeadline } from '../../kernel/deadline.js';
import type { Stage } from '../call.js';
import type { Circuits } from './circuits.js';
import type { Fallbacks } from './fallbacks.js';
import { type Pace, shareMs } from './levels.js';
import { isOpen } from './next-level.js';

/** What is known of a version's speed, as declared; a measured p95 above the declared p99 shows that p99 to be longer. */
export function paceOf({ manifest: { sla }, trust }: Pick<ToolVersion, 'manifest' | 'trust'>): Pace {
  const known = [sla?.p99Ms, trust?.p95Ms].filter((it) => it !== undefined && it !== null);
  return { p50Ms: sla?.p50Ms, p99Ms: known.length === 0 ? undefined : Math.max(...known) };
}

export interface SharePorts {
  readonly fallbacks: Pick<Fallbacks, 'standIns'>;
  readonly circuits: Pick<Circuits, 'isOpen'>;
  readonly clock: Clock;
}

/**
 * Gives a level its part of the time, so that the next one that could be tried keeps its p99; nothing is kept for one
 * that is out of use, or whose circuit is open. Where nothing stands in, the level has all of it.
 */
export const shareTime = ({ fallbacks, circuits, clock }: SharePorts): Stage => ({
  name: 'hierarchy',
  reaches: true,
  run(call) {
    call.standIns ??= fallbacks.standIns(call);
    const later = call.standIns.filter((it) => it.unfit === undefined && !isOpen(it, { circuits }));
    if (later.length === 0) return undefined;
    const own = paceOf(call.version as ToolVersion);
    const remainingMs = call.whole.remainingMs();
    const ms = shareMs(
      own,
      later.map((it) => it.pace),
      remainingMs,
    );
    call.deadline = startDeadline(clock, ms, call.deadline.signal);
    return undefined;
  },
});
