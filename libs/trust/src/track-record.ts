import type { EvidenceView } from '@assay/contracts';
import type { ToolVersion } from '@assay/registry';

/** Finished calls over a version's life that are evidence, by who made them. */
export interface CallCounts {
  /** By members of the tool's namespace. */
  readonly own: number;
  readonly others: number;
}

/** What promotion and verification need to know about a version's evidence, in the view that stage guards use. */
export interface TrackRecord {
  /** Outside for public tools, inside for others. */
  readonly view: EvidenceView;
  /** S, before decay. */
  readonly base: number;
  /** Decayed to now. */
  readonly score: number;
  /** As `score`, with the calls of the provider's organisation counted in full. */
  readonly scoreWithOwn: number;
  readonly confidence: number;
  readonly calls: CallCounts;
  /** Of `calls`, those that did not fail through the tool. */
  readonly good: CallCounts;
}

/** Looks a version's record up. */
export type TrackRecordOf = (version: ToolVersion) => Promise<TrackRecord>;
