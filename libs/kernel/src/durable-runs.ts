/** What a run waits for, or is told. Plain JSON. */
export type RunMessage = Readonly<Record<string, unknown>>;

/**
 * What a run's body works with. After a crash the body runs again from its beginning, on this replica or another one:
 * what a step or a message gave before is given again without being done again. Between its steps a body must therefore do
 * the same each time: no clock, no randomness, no I/O. Steps of one run follow one another.
 */
export interface DurableRun {
  readonly id: string;
  /** Aborts when this replica has to let go of the run, which another one goes on with. */
  readonly signal: AbortSignal;
  /**
   * Does the work and keeps its result, plain JSON. Once it has ended it is never done again; a crash before its end
   * has it done again, so that work with effects claims them first. What it throws is kept, and thrown again.
   */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The next message of a topic that no earlier wait has taken; undefined when none came within `withinMs`. */
  receive(topic: string, withinMs: number): Promise<RunMessage | undefined>;
}

/** The work of one kind of run. */
export type RunBody = (run: DurableRun, input: RunMessage) => Promise<void>;

export type RunState =
  /** Nobody has taken it up yet. */
  | 'waiting'
  | 'running'
  | 'done'
  /** Its body threw. */
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
 * Runs that outlive the process that began them. Everything asked for is durable when it resolves. A run is taken up by
 * one replica at a time; when that one dies, another one goes on with it within seconds.
 */
export interface DurableRuns {
  /** What runs of a kind do; before `start`. @throws when the kind is defined twice. */
  define(kind: string, body: RunBody): void;
  /** Begins a run; beginning one of the same id again does nothing. */
  begin(kind: string, id: string, input: RunMessage): Promise<void>;
  /** Tells a run, which may not have come so far as to listen. With the same `once` it is told once. */
  send(id: string, topic: string, message: RunMessage, once: string): Promise<void>;
  /** Ends a run at its next step; one that has ended, or is not there, stays as it is. */
  cancel(id: string): Promise<void>;
  find(id: string): Promise<RunStanding | undefined>;
  /** Newest first. */
  list(query: RunQuery): Promise<readonly RunStanding[]>;
  /** Takes up what was left unfinished here, and what dead replicas left. */
  start(): Promise<void>;
  /** Lets go of every run; others, or this replica when it starts again, go on with them. */
  stop(): Promise<void>;
}

/** How long the word of a replica that runs things holds, and how often it is given; and how often runs that wait look. */
export const runLeaseDefaults = Object.freeze({
  leaseMs: 10_000,
  renewEveryMs: 2_000,
  letGoAfterMs: 6_000,
  lookEveryMs: 10_000,
});

/** Which replicas run things, and which of them have fallen silent. Times are the database's own. */
export interface RunLeases {
  /** The replica lives for `leaseMs` from now; false while another one takes over what it left. */
  renew(executorId: string, leaseMs: number): Promise<boolean>;
  /**
   * Replicas that have been silent for longer than their lease, taken by this one for `leaseMs`, each by one at a time;
   * and those it had taken before and not settled.
   */
  takeLapsed(by: string, leaseMs: number): Promise<readonly string[]>;
  /** What a taken one left has been taken over; it is forgotten until it renews. */
  settle(executorId: string, by: string): Promise<void>;
  /** The replica ends: what it leaves is anybody's from now on. */
  end(executorId: string): Promise<void>;
  /** Whether the replica has run things and nobody took over what it left. */
  knows(executorId: string): Promise<boolean>;
}
