import type { Notation, RunBody, RunStatus, RunStepView, RunView } from '@assay/contracts';
import type { Outcome } from '../run/outcome.js';

/** Defaults of runs (SPEC section 12), and how a replica holds the runs it carries out. */
export const runDefaults = Object.freeze({
  deadlineMs: 30_000,
  /** How long an idempotency key stands for its run. */
  keyMs: 24 * 3_600_000,
  /** How long a run is kept after its end. */
  keepMs: 30 * 24 * 3_600_000,
  /** A replica holds its runs for so long, says so every `renewEveryMs`, and lets go of them when it could not for `letGoAfterMs`. */
  leaseMs: 10_000,
  renewEveryMs: 2_000,
  letGoAfterMs: 6_000,
  /** Runs that one replica takes over at a time. */
  takenAtOnce: 20,
});

/** A run as it is kept. Times are milliseconds since the epoch. */
export interface Run {
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  /** The API key it was begun with; null for a token. */
  readonly keyId: string | null;
  readonly idempotencyKey: string | null;
  /** Of what was asked for: a key repeated with something else is refused. */
  readonly digest: string;
  readonly notation: Notation;
  readonly status: RunStatus;
  readonly traceId: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What is needed to carry a run out, here or elsewhere; sealed at rest. */
export interface RunWork {
  readonly body: RunBody;
  /** Of the caller's credential, when it asked. */
  readonly scopes: readonly string[];
  readonly namespaces: readonly string[] | null;
  /** Version numbers by the references of the composition. */
  readonly pins: Readonly<Record<string, string>>;
}

/** A step that has ended, or waits for a person, so that it need not be done again; sealed at rest. */
export interface KeptStep {
  /** Where in the run. */
  readonly path: string;
  readonly view: RunStepView;
  /** How it ended; null while it waits for a person. */
  readonly outcome: Outcome | null;
}

/** Runs that have not ended. */
export const isOpen = (status: RunStatus): boolean => status === 'running' || status === 'awaiting_approval';

export interface RunQuery {
  readonly principalId: string;
  readonly status?: RunStatus | undefined;
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

export interface TakenRun {
  readonly run: Run;
  readonly work: RunWork;
  readonly steps: readonly KeptStep[];
  readonly isCancelled: boolean;
}

/** Runs that are kept, and who carries them out. Every answer is durable; leases are by the store's own time. */
export interface RunStore {
  /**
   * Keeps a run that has not ended, held by who begins it; answers the one that the same caller's idempotency key stands
   * for instead, when there is one that began after `keysFrom`.
   */
  begin(run: Run, work: RunWork, holder: string, leaseMs: number, keysFrom: number): Promise<Run>;
  /** Keeps a run that ended without having been kept before. */
  add(run: Run, view: RunView): Promise<void>;
  find(id: string): Promise<Run | undefined>;
  /** The run that a caller's idempotency key stands for. */
  underKey(principalId: string, key: string, keysFrom: number): Promise<Run | undefined>;
  /** As it ended; undefined while it has not. */
  view(id: string): Promise<RunView | undefined>;
  /** Steps of a run that has not ended, as they are kept; what they hold is forgotten with its end. */
  steps(id: string): Promise<readonly KeptStep[]>;
  /** Keeps steps, each in place of what was kept of it; false when somebody else holds the run by now. */
  keep(id: string, holder: string, status: RunStatus, steps: readonly KeptStep[]): Promise<boolean>;
  /** Ends a run; false when somebody else holds it by now, or it has ended. */
  end(id: string, holder: string, view: RunView, at: number): Promise<boolean>;
  /** Asks whoever carries it out to end it; false when it has ended. */
  cancel(id: string): Promise<boolean>;
  /** Holds these for another while; answers those that are still held by this one, and which of them are to be cancelled. */
  renew(holder: string, ids: readonly string[], leaseMs: number): Promise<ReadonlyMap<string, { cancelled: boolean }>>;
  /** Takes runs that nobody holds any more, oldest first. */
  take(holder: string, leaseMs: number, limit: number): Promise<readonly TakenRun[]>;
  /** Lets go of everything this one holds: anybody may take it at once. */
  release(holder: string): Promise<void>;
  /** Newest first. */
  list(query: RunQuery): Promise<readonly Run[]>;
  /** Forgets runs that ended before; answers how many. */
  forget(endedBefore: number): Promise<number>;
}
