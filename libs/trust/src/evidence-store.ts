import type { VersionTrust } from '@assay/registry';
import type { Weights } from './caller-weight.js';
import type { LatencyBins } from './latency-sketch.js';

/** Calls of one principal, of one version on one day, that have not been written yet. */
export interface CallerTally {
  readonly versionId: string;
  /** Midnight in UTC, in ms since the epoch. */
  readonly day: number;
  readonly principalId: string;
  /** Whom discounts are counted for: the principal, or for members of the tool's namespace all of them together. */
  readonly caller: string;
  /** Of the principal. */
  readonly organisationId: string;
  /** By the organisation that owns the tool. */
  readonly own: boolean;
  /** By a member of the tool's namespace. */
  readonly member: boolean;
  /** Without the tool's fault, and with it. */
  readonly good: number;
  readonly faults: number;
  /** Requests the tool worked on and refused: together at most one fault a caller and day. */
  readonly semantic?: number;
  /** Of the good ones. */
  readonly schemaMet: number;
  readonly withinSla: number;
  /** Calls that failed through their caller: counted, and no evidence. */
  readonly callerFaults: number;
  /** Calls that failed and say nothing about the tool or its caller: counted as usage, and no evidence. */
  readonly neutral?: number;
  /** What all of these calls cost, as the version declares. */
  readonly costUsd?: number;
}

/** Calls of a tally that reached the tool, those of them that failed, and what they cost. */
export const usageOf = ({ good, faults, semantic = 0, callerFaults, neutral = 0, costUsd = 0 }: CallerTally) => {
  const failures = faults + semantic + callerFaults + neutral;
  return { calls: good + failures, failures, costUsd };
};

/** Times of good calls by one organisation, without the start of a process or connection. */
export interface LatencyTally {
  readonly versionId: string;
  readonly day: number;
  /** Of the callers. */
  readonly organisationId: string;
  readonly bins: LatencyBins;
}

/** What one replica has counted. A batch is written whole and once, however often it is handed over. */
export interface EvidenceBatch {
  readonly id: string;
  readonly callers: readonly CallerTally[];
  readonly latencies: readonly LatencyTally[];
}

/** What is known of a version, by day and by who called; `day` is null for everything older than the window. */
export interface EvidenceBucket {
  readonly versionId: string;
  readonly day: number | null;
  readonly own: boolean;
  /** Calls that are evidence and those of them that failed through the tool, without discounts. */
  readonly calls: number;
  readonly faults: number;
  /** Of these, by members of the tool's namespace. */
  readonly memberCalls: number;
  readonly memberFaults: number;
  readonly callerFaults: number;
  /** After each view's daily discounts. For the owning organisation's calls both are the same. */
  readonly inside: Weights;
  readonly outside: Weights;
  /** Distinct callers of the day; for older days their sum. */
  readonly callers: number;
}

/** How many votes, and the sum of their stars. */
export interface VoteSum {
  readonly count: number;
  readonly stars: number;
}

/**
 * Votes on a tool: those of the owning organisation's people, and those of each other organisation. Members of the
 * namespace do not vote; votes they cast before they became members are left out.
 */
export interface Votes {
  readonly own: VoteSum;
  readonly others: readonly VoteSum[];
}

/** A version whose trust must be recomputed. `mark` changes whenever there is a new reason to. */
export interface DueVersion {
  readonly versionId: string;
  readonly mark: string;
}

export interface EvidenceOfVersion {
  readonly buckets: readonly EvidenceBucket[];
  readonly votes: Votes;
}

export interface Scored extends DueVersion {
  readonly trust: VersionTrust;
}

/** Trust at the end of a day. */
export interface TrustDay {
  readonly day: number;
  /** S in the outside view, and in the inside view. */
  readonly base: number;
  readonly insideBase: number;
  readonly t0: number;
  /** What automatic revocation looks at, the lower of both views; absent in rows older than it. */
  readonly working?: number;
}

/** Evidence by version and day, and the trust that was worked out from it. Everything it writes makes versions due. */
export interface EvidenceStore {
  /**
   * Adds a batch, unless one with that id was added before; deleted versions and principals are skipped. The
   * organisations' measurements are summed up with it, and the change feed reports them when they moved.
   */
  add(batch: EvidenceBatch): Promise<void>;
  /** Whether a principal has called any version of a tool, as far as batches have been added. */
  hasCalled(principalId: string, tool: string): Promise<boolean>;
  /** Once per version: adds `share` of a former version's weights to it, day by day. Mere counts are not inherited. */
  inherit(versionId: string, from: string, share: number): Promise<void>;
  /** Versions whose trust is out of date, those that have waited longest first. */
  due(limit: number): Promise<readonly DueVersion[]>;
  /** What there is of each of these versions, by version id. */
  evidenceOf(versionIds: readonly string[]): Promise<ReadonlyMap<string, EvidenceOfVersion>>;
  /**
   * Writes trust, key and the day's history of versions that are still due under the same mark. An unchanged version is
   * neither written nor reported.
   */
  settle(scored: readonly Scored[], at: number): Promise<void>;
  /** These are due no more: they are gone. */
  forget(due: readonly DueVersion[]): Promise<void>;
  /** By day: the last known state up to and including the first day asked for, and all later ones, the oldest first. */
  history(versionId: string, since: number): Promise<readonly TrustDay[]>;
  /**
   * Adds the days before `before` to the versions' one older bucket, which makes them due, and forgets what is only
   * needed for a few days. Answers how many days' buckets there were.
   */
  rollUp(before: number): Promise<number>;
  /** Every version of an organisation with evidence becomes due: its reputation may have changed. */
  refresh(): Promise<void>;
  /**
   * Notes the formula that trust is worked out by from now on. When it is another one than before, every version becomes
   * due. Answers whether any became so.
   */
  reckonBy(formula: string): Promise<boolean>;
  /** Rewrites every key when the half-life differs from the one it was written with. Returns their number. */
  rekey(): Promise<number>;
}
