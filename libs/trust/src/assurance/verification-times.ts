import { backOffMs, dayMs, digestText } from '@assay/kernel';

export const verifyEveryMs = dayMs;
/** After one that found nothing out for want of an answer; doubled with each further one, up to the usual time. */
const retryAfterMs = 15 * 60 * 1_000;
/** Share of an interval by which it is made shorter or longer. */
const jitter = 0.1;

/**
 * The time of a version's next verification after one that ended at `endedAt`. Intervals vary by up to a tenth, so that
 * versions published together are not verified together forever.
 *
 * @param unanswered consecutive verifications that could not reach the tool; 0 after any other.
 */
export function turnAfter(versionId: string, endedAt: number, unanswered: number): number {
  const interval =
    unanswered === 0 ? verifyEveryMs : backOffMs({ firstMs: retryAfterMs, maxMs: verifyEveryMs }, unanswered - 1);
  const chance = Number.parseInt(digestText(`${versionId} ${endedAt}`).slice(7, 15), 16) / 0xffff_ffff;
  return Math.round(endedAt + interval * (1 + jitter * (2 * chance - 1)));
}
