/** A message to a run, as plain JSON. */
export type RunMessage = Readonly<Record<string, unknown>>;

/**
 * The interface of a run's body. After a crash the body runs again from its start, on this replica or another one;
 * steps and messages that completed return their recorded results. Between its steps a body must therefore be
 * deterministic: no clock, no randomness, no I/O. The steps of one run are sequential.
 */
export interface DurableRun {
  readonly id: string;
  /** Aborts when this replica must release the run, which another replica continues. */
  readonly signal: AbortSignal;
  /**
   * Runs the work and records its result, plain JSON. A completed step never runs again; a step interrupted by a crash
   * does, so work with effects claims them first. A thrown error is recorded and thrown again.
   */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The next message of a topic that no earlier `receive` returned; undefined when none arrives within `withinMs`. */
  receive(topic: string, withinMs: number): Promise<RunMessage | undefined>;
}

/** The body of one kind of run. */
export type RunBody = (run: DurableRun, input: RunMessage) => Promise<void>;

export type RunState =
  /** No replica has started it yet. */
  | 'waiting'
  | 'running'
  | 'done'
  /** Its body threw an error. */
  | 'failed'
  | 'cancelled';

export interface RunStanding {
  readonly id: string;
  readonly kind: string;
  readonly state: RunState;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface RunQuery {
  readonly kind?: string;
  readonly states?: readonly RunState[];
  readonly limit: number;
}

/**
 * Runs that outlive the process that started them. Every operation is durable when it resolves. One replica at a time
 * executes a run; when that replica dies, another one continues the run within seconds.
 */
export interface DurableRuns {
  /** Defines the body of a kind of run; call before `start`. @throws when the kind is defined twice. */
  define(kind: string, body: RunBody): void;
  /** Starts a run; starting one with the same id again does nothing. */
  begin(kind: string, id: string, input: RunMessage): Promise<void>;
  /** Sends a message to a run, which may not be receiving yet. A message with the same `once` is delivered once. */
  send(id: string, topic: string, message: RunMessage, once: string): Promise<void>;
  /** Cancels a run at its next step; a run that ended or does not exist stays unchanged. */
  cancel(id: string): Promise<void>;
  find(id: string): Promise<RunStanding | undefined>;
  /** Newest first. */
  list(query: RunQuery): Promise<readonly RunStanding[]>;
  /** Resumes unfinished runs of this replica and of dead replicas. */
  start(): Promise<void>;
  /** Releases every run; other replicas, or this one after a restart, continue them. */
  stop(): Promise<void>;
}

/** How long a replica's lease is valid and how often it is renewed; and the poll interval of waiting runs. */
export const runLeaseDefaults = Object.freeze({
  leaseMs: 10_000,
  renewEveryMs: 2_000,
  letGoAfterMs: 6_000,
  lookEveryMs: 10_000,
});

/** Tracks which replicas execute runs, and which of them stopped responding. Times are the database's own. */
export interface RunLeases {
  /** Renews the replica's lease for `leaseMs` from now; false while another replica takes over its runs. */
  renew(executorId: string, leaseMs: number): Promise<boolean>;
  /**
   * Replicas whose lease has expired, claimed exclusively by this one for `leaseMs`, including those it had claimed
   * before and not settled.
   */
  takeLapsed(by: string, leaseMs: number): Promise<readonly string[]>;
  /** Records that the runs of a claimed replica were taken over; it is unknown until it renews. */
  settle(executorId: string, by: string): Promise<void>;
  /** Ends the replica's lease: any replica may take over its runs immediately. */
  end(executorId: string): Promise<void>;
  /** Whether the replica has a lease, active or expired, that was not settled. */
  knows(executorId: string): Promise<boolean>;
}
