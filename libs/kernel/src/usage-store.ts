import type { UsageGroup } from '@assay/contracts';

/** Which calls are added up, and by which grouping. */
export interface UsageQuery {
  readonly by: UsageGroup;
  /** Midnights in UTC, in ms since the epoch; both days are included. */
  readonly since: number;
  readonly until: number;
  /** Calls by this principal only. */
  readonly principalId?: string;
  /** Calls by this organisation's principals only. */
  readonly organisationId?: string;
  /** Calls of tools in these namespaces only. */
  readonly namespaces?: readonly string[];
  /** `ns/tool`; calls of this tool only. */
  readonly tool?: string;
  /** The organisation whose principals are listed individually; those of other organisations are merged into one. */
  readonly people: string;
  /** The group after which the page starts. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Sums for one group. `group` determines the order: `ns/tool`, a day as YYYY-MM-DD, or organisation and principal ids.
 */
export interface UsageSum {
  readonly group: string;
  readonly calls: number;
  readonly failures: number;
  readonly costUsd: number;
}

/** The usage of one caller on one day. */
export interface CallerUsage {
  readonly organisationId: string;
  readonly principalId: string;
  readonly calls: number;
  readonly costUsd: number;
}

/** Calls that reached a tool, by caller, version and day. They are written together with the evidence. */
export interface UsageStore {
  /** Sums in the order of their groups. */
  sum(query: UsageQuery): Promise<readonly UsageSum[]>;
  /** Every caller of a day, given as its midnight in UTC. */
  ofDay(day: number): Promise<readonly CallerUsage[]>;
  /** Deletes the days before the given one. Returns the number of deleted rows. */
  forget(before: number): Promise<number>;
}
