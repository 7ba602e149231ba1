import { cancelledReason, type Failure, fail } from '@assay/kernel';
import type { Call } from '../call.js';
import { attempt, withOwn } from '../envelope.js';
import type { Fallbacks } from '../resilience/fallbacks.js';
import { isAtEnd } from '../resilience/goes-on.js';
import type { LevelEnd } from '../resilience/level-end.js';
import type { Escalations } from './escalations.js';

export interface EscalatePorts {
  readonly fallbacks: Pick<Fallbacks, 'hierarchyOf'>;
  readonly escalations: Pick<Escalations, 'open'>;
}

const maxNamed = 6;

/**
 * How a call ends whose last level has failed: the failure itself where there is no hierarchy, or it is not what
 * ended it; else that nothing is available, with a ticket for a person when the hierarchy wants one.
 */
export async function escalate(first: Call, last: Call, failure: Failure, ports: EscalatePorts): Promise<LevelEnd> {
  // A cancelled call needs no answer.
  const isUnwanted = last.requested.whole.signal.reason === cancelledReason;
  if (last.requested.dryRun || isUnwanted || !isAtEnd(last, failure)) return { call: last, failure };
  const hierarchy = ports.fallbacks.hierarchyOf(first);
  if (hierarchy === undefined) return { call: last, failure };
  const levels = levelsText(last, failure);
  const call = { ...last, resolved: { ...last.resolved, ended: failure } };
  const nothing = (how: string): Failure => ({
    ...fail(
      'nothing_available',
      `No level of the hierarchy for ${hierarchy.capability ?? first.requested.reference} could answer: ${levels}. ${how}`,
    ).error,
    ...(failure.retryAfterMs !== undefined && { retryAfterMs: failure.retryAfterMs }),
    ...(failure.outcome !== undefined && { outcome: failure.outcome }),
  });
  if (hierarchy.escalates) {
    const where = `Escalated to a person: GET /v1/invocations/${last.requested.id} shows the result once available.`;
    const ticket = await ports.escalations.open(call, nothing(where), hierarchy.capability);
    if (ticket !== undefined) {
      const escalated = { ...call, resolved: { ...call.resolved, escalation: ticket } };
      return { call: escalated, failure: { ...nothing(where), data: { escalation: ticket } } };
    }
    const failed = nothing(
      'The call should be escalated to a person, but no ticket could be opened: you have too many open tickets, or the database is unavailable. Try again later.',
    );
    return { call, failure: failed };
  }
  return { call, failure: nothing('Try again in a moment, or call another tool.') };
}

function levelsText(last: Call, failure: Failure): string {
  const own = last.requested.level > 0 ? withOwn(last, attempt(last, failure)) : last.happened.attempted;
  const levels = own.map(({ tool, version, reason }) => `${tool}${version === '' ? '' : `@${version}`} (${reason})`);
  return levels.length > maxNamed
    ? `${levels.slice(0, maxNamed).join(', ')} and ${levels.length - maxNamed} more`
    : levels.join(', ') || 'none could be tried';
}
