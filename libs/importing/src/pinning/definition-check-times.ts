import { digestText } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { Look } from './definition-check-store.js';

/** How often each server is looked at when nothing else makes us look. */
export const lookEveryMs = 24 * 60 * 60 * 1_000;
/** After a look that got no list; doubled with each further one, up to the usual time. */
const retryAfterMs = 15 * 60 * 1_000;
/** Share of an interval by which it is made shorter or longer. */
const jitter = 0.1;

/**
 * The look after one at `lookedAt`. Intervals differ by up to a tenth, from server to server and from time to time, so
 * that servers registered together are not looked at together for ever.
 */
export function lookAfter(
  server: Pick<Server, 'id' | 'organisationId'>,
  lookedAt: number,
  former: Look | undefined,
  problem: string | null,
  everyMs = lookEveryMs,
): Look {
  const failures = problem === null ? 0 : (former?.failures ?? 0) + 1;
  const interval = failures === 0 ? everyMs : Math.min(everyMs, retryAfterMs * 2 ** Math.min(failures - 1, 20));
  const chance = Number.parseInt(digestText(`${server.id} ${lookedAt}`).slice(7, 15), 16) / 0xffff_ffff;
  const dueAt = Math.round(lookedAt + interval * (1 + jitter * (2 * chance - 1)));
  return { serverId: server.id, organisationId: server.organisationId, lookedAt, dueAt, failures, problem };
}

/** Whether a server is to be looked at: its time has come, or its record changed since it was. */
export const isDue = (server: Server, look: Look | undefined, now: number): boolean =>
  look === undefined || look.dueAt <= now || server.updatedAt > look.lookedAt;

/** Servers that answered last time go first, so that those that did not hold up nobody; then whoever waits longest. */
export const byPromise = (a: Look | undefined, b: Look | undefined): number =>
  (a?.failures ?? 0) - (b?.failures ?? 0) || (a?.dueAt ?? 0) - (b?.dueAt ?? 0);
