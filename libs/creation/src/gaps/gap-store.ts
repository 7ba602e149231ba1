/** A search that no tool answered. Its text is stored without personal data and secrets. Times are ms since the epoch. */
export interface UnmetRequest {
  readonly organisationId: string;
  readonly principalId: string;
  /** `requestKey` of the text: requests that differ in form only are one gap. */
  readonly key: string;
  readonly text: string;
  /** The tools that came nearest, best first, `ns/tool`. */
  readonly nearest: readonly string[];
  readonly at: number;
}

/** The same request, added up over a time. */
export interface UnmetSum {
  readonly key: string;
  /** As it was asked last. */
  readonly text: string;
  readonly nearest: readonly string[];
  readonly times: number;
  readonly callers: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Where an argument came from: a part of an earlier call's output, or one of its arguments. */
export interface Origin {
  readonly call: string;
  readonly of: 'output' | 'input';
  /** Members that lead to it; list positions count from 0. */
  readonly path: readonly string[];
}

/** A successful call and where its arguments came from. No value of a call is stored. */
export interface TracedCall {
  /** Id of the call. */
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  readonly session: string | null;
  readonly tool: string;
  readonly version: string;
  /** Its arguments by name; null for one that the caller gave. */
  readonly parameters: Readonly<Record<string, Origin | null>>;
  readonly at: number;
}

export interface GapQuery {
  readonly organisationId: string;
  /** Of one caller; of everybody when absent. */
  readonly principalId?: string;
  readonly since: number;
  readonly limit: number;
}

/** What gaps are found from. */
export interface GapStore {
  addRequests(requests: readonly UnmetRequest[]): Promise<void>;
  /** The most frequent first; of equal ones, the latest. */
  requests(query: GapQuery): Promise<readonly UnmetSum[]>;
  /** Calls that are stored already are left as they are. */
  addCalls(calls: readonly TracedCall[]): Promise<void>;
  /** The newest, in the order in which they were made. */
  calls(query: GapQuery): Promise<readonly TracedCall[]>;
  /** Deletes what is older. */
  forget(before: number): Promise<void>;
  /** Deletes the oldest of what an organisation, or one caller in it, has too many of. */
  trim(): Promise<void>;
}

/** How many requests and calls are stored: of one organisation, and of one caller. */
export interface GapBounds {
  readonly perOrganisation: number;
  readonly perCaller: number;
}

export const gapBounds: GapBounds = Object.freeze({ perOrganisation: 20_000, perCaller: 5_000 });
