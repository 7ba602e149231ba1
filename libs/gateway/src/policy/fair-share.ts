/** How many times what is left one may have while others want more than there is. */
export const eagerness = 4;
/** Of what is shared a part of so many is kept for newcomers; of a limit that is smaller than that nothing is. */
export const reserveParts = 32;

/** The reserve for a newcomer. */
export const reserveOf = (allowed: number): number => (allowed < reserveParts ? 0 : Math.ceil(allowed / reserveParts));

/**
 * The maximum for one of those who share `allowed`, when all of them have `used`, it has `mine`, and the others were
 * refused `othersMissed` within the window: the larger of
 *
 * - what the others do not want: everything but what the others used or were refused, and the reserve. A single user
 *   has nearly the whole; and since what others were refused is kept free for a window, one with a small demand gets it
 *   in the next window, however fast the rest ask;
 * - four times what is left once it has that, the rule of dynamic thresholds for shared buffers (A. Choudhury and E.
 *   Hahne, 1998). All who want more than they get are thus limited to the same amount, and those who want less get all
 *   of it, which is max–min fairness. However much others ask for, nobody is limited below it.
 *
 * The requested one is counted as free, so that nothing is held back from small amounts.
 */
export function fairShare(allowed: number, used: number, mine: number, othersMissed = 0): number {
  const threshold = Math.floor((eagerness * (allowed - used + mine + 1)) / (1 + eagerness));
  const unwanted = allowed - reserveOf(allowed) - (used - mine) - othersMissed;
  return Math.max(0, Math.min(allowed, Math.max(threshold, unwanted)));
}

/**
 * Whether what one is refused is to be kept for it: up to half of what is shared, which is all that it could have for
 * sure beside one other who wants everything.
 */
export const isKept = (allowed: number, mine: number, missed: number, cost: number): boolean =>
  mine + missed + cost <= Math.ceil(allowed / 2);
