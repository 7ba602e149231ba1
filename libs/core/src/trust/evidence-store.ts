import type { VersionTrust } from '../catalog/records.js';
import type { LatencyBins } from './latency-sketch.js';

/** Calls of one principal, of one version on one day, that have not been written yet. */
export interface CallerTally {
  readonly versionId: string;
  /** Midnight in UTC, in ms since the epoch. */
  readonly day: number;
  readonly principalId: string;
  /** Whom discounts are counted for: the principal, or the provider's organisation of a call by one of its own. */
  readonly caller: string;
  /** By the provider's own organisation. */
  readonly own: boolean;
  /** Without the tool's fault, and with it. */
  readonly good: number;
  readonly faults: number;
  /** Of the good ones. */
  readonly schemaMet: number;
  readonly withinSla: number;
  /** Calls that failed through their caller: counted, and no evidence. */
  readonly callerFaults: number;
  /** Calls that failed and say nothing of the tool nor of its caller: counted as usage, and no evidence. */
  readonly neutral?: number;
  /** What all of these calls cost, by what the version says. */
  readonly costUsd?: number;
}

/** Calls of a tally that reached the tool, those of them that failed, and what they cost. */
export const usageOf = ({ good, faults, callerFaults, neutral = 0, costUsd = 0 }: CallerTally) => ({
  calls: good + faults + callerFaults + neutral,
  failures: faults + callerFaults + neutral,
  costUsd,
});

/** Times of good calls. */
export interface LatencyTally {
  readonly versionId: string;
  readonly day: number;
  readonly own: boolean;
  readonly bins: LatencyBins;
}

/** What one replica has counted. A batch is written whole and once, however often it is handed over. */
export interface EvidenceBatch {
  readonly id: string;
  readonly callers: readonly CallerTally[];
  readonly latencies: readonly LatencyTally[];
}

/** What is known of a version, by day and by who called; `day` is null for all that is older than the window. */
export interface EvidenceBucket {
  readonly versionId: string;
  readonly day: number | null;
  readonly own: boolean;
  /** Calls that say something of the tool and those of them that failed through it, without discounts. */
  readonly calls: number;
  readonly faults: number;
  readonly callerFaults: number;
  /** The same after discounts for floods: calls, faults, good calls that met the schema, and that kept the SLA. */
  readonly weight: number;
  readonly faultWeight: number;
  readonly schemaWeight: number;
  readonly slaWeight: number;
  /** Distinct callers of the day; of older days their sum. */
  readonly callers: number;
  readonly latency: LatencyBins;
}

/** How many votes, and the sum of their stars. */
export interface VoteSum {
  readonly count: number;
  readonly stars: number;
}

/** Votes on a tool: those of the provider's own people, and those of each other organisation. */
export interface Votes {
  readonly own: VoteSum;
  readonly others: readonly VoteSum[];
}

/** A version whose trust is to be worked out anew. `mark` changes whenever there is a new reason to. */
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

/** How trust stood at the end of a day. */
export interface TrustDay {
  readonly day: number;
  readonly base: number;
  readonly t0: number;
}

/** Evidence by version and day, and the trust that was worked out from it. Everything it writes makes versions due. */
export interface EvidenceStore {
  /** Adds a batch, unless one of that id was added before; versions and principals that are gone are passed over. */
  add(batch: EvidenceBatch): Promise<void>;
  /** Whether a principal has called any version of a tool, as far as batches have been added. */
  hasCalled(principalId: string, tool: string): Promise<boolean>;
  /** Once a version: adds `share` of a former version's weights to it, day by day. What was merely counted stays there. */
  inherit(versionId: string, from: string, share: number): Promise<void>;
  /** Versions whose trust is out of date, those that have waited longest first. */
  due(limit: number): Promise<readonly DueVersion[]>;
  /** What there is of each of these versions, by version id. */
  evidenceOf(versionIds: readonly string[]): Promise<ReadonlyMap<string, EvidenceOfVersion>>;
  /**
   * Writes trust, key and the day's history of versions that are due under the same mark still. A version that stays as
   * it is is not written, and nobody is told of it.
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
  /** Every version of a provider with evidence becomes due: its reputation may have moved. */
  refresh(): Promise<void>;
  /**
   * Notes the formula that trust is worked out by from now on. When it is another one than before, every version becomes
   * due, and the answer is true.
   */
  reckonBy(formula: string): Promise<boolean>;
  /** Writes every key anew when the half-life is another one than it was written with. Answers how many. */
  rekey(): Promise<number>;
}
