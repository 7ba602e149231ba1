import type { UsageGroup } from '@assay/contracts';

/** Which calls are added up, and by what. */
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
  /** Whose people are told apart; of other organisations all are one. */
  readonly people: string;
  /** The group after which to begin. */
  readonly after: string | null;
  readonly limit: number;
}

/** Calls of one group. `group` orders the answer: `ns/tool`, a day as YYYY-MM-DD, or organisation and principal ids. */
export interface UsageSum {
  readonly group: string;
  readonly calls: number;
  readonly failures: number;
  readonly costUsd: number;
}

/** What one caller used on a day. */
export interface CallerUsage {
  readonly organisationId: string;
  readonly principalId: string;
  readonly calls: number;
  readonly costUsd: number;
}

/** Calls that reached a tool, by caller, version and day. They are written with the evidence. */
export interface UsageStore {
  /** Groups in their order. */
  sum(query: UsageQuery): Promise<readonly UsageSum[]>;
  /** Every caller of a day, which is its midnight in UTC. */
  ofDay(day: number): Promise<readonly CallerUsage[]>;
  /** Forgets the days before one. Answers how many rows there were. */
  forget(before: number): Promise<number>;
}
