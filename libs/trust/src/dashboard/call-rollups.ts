import type { DashboardGroup, DashboardOrder } from '@assay/contracts';
import type { LatencyBins } from '../latency-sketch.js';

/** Lengths of the periods by which calls are counted, in seconds. */
export const grainSeconds = Object.freeze({ minute: 60, hour: 3_600, day: 86_400 });
export type Grain = keyof typeof grainSeconds;

export type Counts = Readonly<Record<string, number>>;

/** Finished calls, added up. A call is finished when its record has a duration. */
export interface CallTally {
  readonly calls: number;
  /** Status failed, denied or cancelled. */
  readonly failures: number;
  readonly cached: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly statuses: Counts;
  readonly codes: Counts;
  readonly levels: Counts;
  /** Wall times in ms, as a `LatencySketch`. */
  readonly bins: LatencyBins;
}

/** Which calls: those that meet every condition given. */
export interface RollupQuery {
  readonly grain: Grain;
  /** Beginning of the first period and end of the last, in ms since the epoch, on the grid of the grain. */
  readonly since: number;
  readonly until: number;
  readonly organisationId?: string;
  readonly principalIds?: readonly string[];
  /** Tools in these namespaces. */
  readonly namespaces?: readonly string[];
  /** Names of one tool, present and former. */
  readonly tools?: readonly string[];
}

export interface RollupGroupsQuery extends RollupQuery {
  readonly by: DashboardGroup;
  /** The figure that orders the groups, the highest first. */
  readonly order: DashboardOrder;
  /** The organisation whose principals are listed individually; those of others are merged into one group. */
  readonly people: string;
  /** By team: every member of every team that is listed. A principal in two teams counts for both. */
  readonly members: readonly { readonly teamId: string; readonly principalId: string }[];
  /** The last group of the page before. */
  readonly after: { readonly value: number; readonly group: string } | null;
  readonly limit: number;
}

/** `group`: `ns/tool` or empty, a team's id, a principal's id or empty. */
export interface RollupGroup {
  readonly group: string;
  readonly tally: CallTally;
}

export interface RollupPeriod {
  readonly start: number;
  readonly tally: CallTally;
}

/** Trust of a version at the end of a day, as the history has it. */
export interface TrustState {
  readonly day: number;
  readonly base: number;
  readonly insideBase: number;
  readonly t0: number;
}

export interface TrustMove {
  readonly versionId: string;
  readonly before: TrustState;
  readonly after: TrustState;
}

/** Counts of recorded calls by period, caller and tool. They follow the records by about a second. */
export interface CallRollups {
  /** Periods with calls, in their order. */
  periods(query: RollupQuery): Promise<readonly RollupPeriod[]>;
  groups(query: RollupGroupsQuery): Promise<readonly RollupGroup[]>;
  /** How many calls of the last hour are counted: a number that changes with every call. */
  recent(query: Omit<RollupQuery, 'grain' | 'since' | 'until'>, now: number): Promise<number>;
  /** Versions of called tools whose trust has another base at the end of the range than before it, largest change first. */
  trustMoves(query: RollupQuery, limit: number): Promise<readonly TrustMove[]>;
  /** Deletes periods of a grain that began before a time. Answers how many rows went. */
  forget(grain: Grain, before: number): Promise<number>;
}
