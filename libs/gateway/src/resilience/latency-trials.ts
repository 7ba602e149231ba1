import { lruMap } from '@assay/kernel';

/** Versions whose skips are counted; beyond it, the one that was skipped longest ago is forgotten. */
const countedCap = 10_000;
/** One in so many calls that latency alone would skip is let through. */
export const trialOneIn = 20;

/**
 * Lets one in twenty calls through to a level that is skipped only for its measured latency. Otherwise a level that was
 * slow for a while would never be measured again, and stay skipped forever.
 */
export class LatencyTrials {
  readonly #skips = lruMap<string, number>(countedCap);

  /** Counts a skip of a version; true when this call is the one to be let through. */
  isDue(versionId: string): boolean {
    const skips = (this.#skips.get(versionId) ?? 0) + 1;
    this.#skips.set(versionId, skips % trialOneIn);
    return skips % trialOneIn === 0;
  }
}
