import { backOffMs, dayMs, digestText } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { Look } from './definition-check-store.js';

/** The regular interval of checks for each server. */
export const lookEveryMs = dayMs;
/** The delay after a check without a list; doubled with each further one, up to the regular interval. */
const retryAfterMs = 15 * 60 * 1_000;
/** Share of an interval by which it is made shorter or longer. */
const jitter = 0.1;

/**
 * The time of the check after one at `lookedAt`. Intervals vary by up to a tenth, so that servers registered together
 * are not checked together forever.
 */
export function lookAfter(
  server: Pick<Server, 'id' | 'organisationId'>,
  lookedAt: number,
  former: Look | undefined,
  problem: string | null,
  everyMs = lookEveryMs,
): Look {
  const failures = problem === null ? 0 : (former?.failures ?? 0) + 1;
  const interval = failures === 0 ? everyMs : backOffMs({ firstMs: retryAfterMs, maxMs: everyMs }, failures - 1);
  const chance = Number.parseInt(digestText(`${server.id} ${lookedAt}`).slice(7, 15), 16) / 0xffff_ffff;
  const dueAt = Math.round(lookedAt + interval * (1 + jitter * (2 * chance - 1)));
  return { serverId: server.id, organisationId: server.organisationId, lookedAt, dueAt, failures, problem };
}

/** Whether a server is due: its time has come, or its record changed since its last check. */
export const isDue = (server: Server, look: Look | undefined, now: number): boolean =>
  look === undefined || look.dueAt <= now || server.updatedAt > look.lookedAt;

/** Servers that answered last time come first, so that unresponsive ones delay none; then the longest waiting. */
export const byPromise = (a: Look | undefined, b: Look | undefined): number =>
  (a?.failures ?? 0) - (b?.failures ?? 0) || (a?.dueAt ?? 0) - (b?.dueAt ?? 0);
