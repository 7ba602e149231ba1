import type { Counter, Standing } from './rate-limits.js';

/** Places in a list of counters: something shared, and behind it the shares of it. */
export type SharedGroup = readonly number[];

/**
 * What somebody was refused because others have it: the shared counters that refused, each with its shares. Nothing when a
 * limit of the caller's own, or one that is shared with nobody, refused as well: others are not in the way then.
 */
export function missedGroups(
  counters: readonly Pick<Counter, 'sharesFormer'>[],
  standings: readonly Pick<Standing, 'retryAfterMs'>[],
): SharedGroup[] {
  const groups: number[][] = [];
  for (const [at, { sharesFormer }] of counters.entries()) {
    if (sharesFormer) groups.at(-1)?.push(at);
    else groups.push([at]);
  }
  const refused = groups.filter((group) => group.some((at) => standings[at]?.retryAfterMs !== 0));
  return refused.every((group) => group.length > 1) ? refused : [];
}
