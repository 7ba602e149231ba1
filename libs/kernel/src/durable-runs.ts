/** A run while this replica executes it. */
export interface HeldRun {
  readonly id: string;
  /** Aborts when this replica has to release the run, which another one continues. What the body throws then is ignored. */
  readonly signal: AbortSignal;
}

/** A run that has nothing to do until it is woken, something it waits for ends, or the time is over. */
export interface Suspension {
  readonly wakeInMs: number;
  /** Names that `signal` may give, such as `approval:<id>`. When they change, the run is executed once more before it waits. */
  readonly waitsFor?: readonly string[];
}

/**
 * The work of one kind of run: carries it as far as it goes without a person, and says whether it has ended. It starts from
 * what its own rows say, so that executing it again does no harm. When it throws, it is executed again after a pause.
 */
export type RunBody = (run: HeldRun) => Promise<'ended' | Suspension>;

/** A run that a request executes, rather than the journal. */
export interface Hold {
  /** It has ended. */
  end(): Promise<void>;
}

/**
 * The journal of runs that outlive the process that began them. A run is a row, named by its kind and id, from its
 * beginning to its end. One replica at a time executes it; when that one dies, another one continues within seconds.
 * Suspended runs are rows and nothing else. Everything asked for is durable when it resolves.
 */
export interface DurableRuns {
  /** What runs of a kind do; before `start`. @throws when the kind is defined twice. */
  define(kind: string, body: RunBody): void;
  /** Begins a run, or wakes the one that is there: its body is executed once more after this. */
  wake(kind: string, id: string): Promise<void>;
  /** Begins a run that waits; one that is there already is woken. */
  suspend(kind: string, id: string, suspension: Suspension): Promise<void>;
  /** Wakes all runs that wait for one of these names. */
  signal(names: readonly string[]): Promise<void>;
  /**
   * Begins a run that is executed by the one who asks. Its body is executed only when this replica dies, or cannot tell
   * others that it lives. @throws when it has begun already.
   */
  hold(kind: string, id: string): Promise<Hold>;
  /** Executes what was left here, and what dead replicas left, from now on. */
  start(): Promise<void>;
  /** From now on no run is taken up here. */
  beginNothing(): void;
  /** Releases every run; others, or this replica when it starts again, continue them. */
  stop(): Promise<void>;
}

/** The names by which a run waits for a person, or for a call that waits for one. */
export const approvalName = (approvalId: string): string => `approval:${approvalId}`;
export const callName = (invocationId: string): string => `call:${invocationId}`;

/** How long a replica holds its runs without a word, and how often it looks for more. */
export const runLeaseDefaults = Object.freeze({
  leaseMs: 10_000,
  /** A replica that could not renew its lease for so long releases its runs, before others take them over. */
  letGoAfterMs: 6_000,
  lookEveryMs: 2_000,
  /** Runs that one replica executes at a time. */
  concurrency: 100,
});

/** A run as it was taken up. The epoch grows each time, and a write under an older one is refused. */
export interface TakenRun {
  readonly kind: string;
  readonly id: string;
  readonly epoch: number;
  /** How often it had been woken by then. */
  readonly wakes: number;
  /** How often in a row its body has thrown. */
  readonly failures: number;
}

/** `woken`: it was woken meanwhile and has to be executed again; `lost`: somebody else has it, and nothing was written. */
export type RunWritten = 'written' | 'woken' | 'lost';

/** Rows of the journal. Times are the database's own; a replica holds rows under one lease that it renews by itself. */
export interface RunJournalStore {
  wake(kind: string, id: string): Promise<void>;
  suspend(kind: string, id: string, suspension: Suspension): Promise<void>;
  /** Begins a run that this replica holds. @throws when it is there. */
  hold(kind: string, id: string): Promise<TakenRun>;
  /** How many were woken. */
  signal(names: readonly string[]): Promise<number>;
  /** Takes up runs that are due, longest due first. */
  take(kinds: readonly string[], limit: number): Promise<readonly TakenRun[]>;
  rest(run: TakenRun, suspension: Suspension, failures: number): Promise<RunWritten>;
  end(run: TakenRun): Promise<RunWritten>;
  /** Gives back everything that dead replicas held. */
  freeDead(): Promise<void>;
  /** Gives back everything that this replica holds but for these. */
  release(but: readonly TakenRun[]): Promise<void>;
  /** Whether this replica's lease was renewed within so long. */
  isHeldWithin(ms: number): boolean;
}
