import type { ToolVersion } from '../catalog/records.js';

/** Finished calls over a version's life that say something about the tool, by who made them. */
export interface CallCounts {
  /** By the provider's own organisation. */
  readonly own: number;
  readonly others: number;
}

/** What promotion and verification need to know of a version's evidence. */
export interface TrackRecord {
  /** S, before decay. */
  readonly base: number;
  /** Decayed to now. */
  readonly score: number;
  /** As `score`, with the provider's own calls counted in full. */
  readonly scoreWithOwn: number;
  readonly confidence: number;
  readonly calls: CallCounts;
  /** Of `calls`, those that did not fail through the tool. */
  readonly good: CallCounts;
}

/** Looks a version's record up. */
export type TrackRecordOf = (version: ToolVersion) => Promise<TrackRecord>;
