/** An organisation records the arguments of its calls of a tool. */
export interface Recording {
  readonly organisationId: string;
  /** `ns/tool`. */
  readonly tool: string;
  /** Newest calls that are kept. */
  readonly keep: number;
  /** Ms since the epoch. */
  readonly createdAt: number;
}

/** The arguments of one successful call. */
export interface RecordedCall {
  readonly invocationId: string;
  readonly organisationId: string;
  readonly principalId: string;
  /** `ns/tool`. */
  readonly tool: string;
  /** Encrypted; opens in the context of its invocation. */
  readonly sealed: string;
  /** Ms since the epoch. */
  readonly at: number;
}

export interface RecordedQuery {
  readonly organisationId: string;
  readonly tool: string;
  /** Whose calls; null for everybody's in the organisation. */
  readonly principalId: string | null;
  readonly limit: number;
}

/** An organisation records so many tools at most. */
export const maxRecordings = 100;
/** Larger arguments are not recorded. */
export const maxRecordedBytes = 64 * 1024;

/** Which tools are recorded for whom, and what was. */
export interface RecordedCallStore {
  all(): Promise<readonly Recording[]>;
  /** Begins a recording, or changes how much it keeps; false when the organisation has `maxRecordings` already. */
  set(recording: Recording): Promise<boolean>;
  /** Ends a recording and deletes what it kept; false when there is none. */
  remove(organisationId: string, tool: string): Promise<boolean>;
  /** How many calls each recording of an organisation keeps, by tool. */
  counts(organisationId: string): Promise<ReadonlyMap<string, number>>;
  /** Adds calls whose recording is still there, and deletes the oldest beyond what it keeps. */
  add(calls: readonly RecordedCall[]): Promise<void>;
  find(invocationId: string): Promise<RecordedCall | undefined>;
  /** Newest first. */
  newest(query: RecordedQuery): Promise<readonly RecordedCall[]>;
  /** Deletes calls made before a time; answers how many. */
  forget(before: number): Promise<number>;
}

export const recordedContext = (invocationId: string): string => `recorded call ${invocationId}`;
