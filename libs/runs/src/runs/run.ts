import type { CodeBody, RunBody, RunNotation, RunStatus, RunStepView, RunView } from '@assay/contracts';
import { dayMs } from '@assay/kernel';
import type { Called } from '../code/called.js';
import type { ToolInput } from '../run/make-input.js';
import type { Outcome } from '../run/outcome.js';
import type { JoinDecision } from '../run/scope.js';

/** Defaults of runs (SPEC section 12), and how a replica holds the runs it carries out. */
export const runDefaults = Object.freeze({
  deadlineMs: 30_000,
  /** Validity of a run's idempotency key. */
  keyMs: dayMs,
  /**
   * Lease of a replica's runs, renewed every `renewEveryMs`; it releases them after failing to renew for
   * `letGoAfterMs`.
   */
  leaseMs: 10_000,
  renewEveryMs: 2_000,
  letGoAfterMs: 6_000,
  /** Runs that one replica takes over at a time. */
  takenAtOnce: 20,
  /** What the steps of one run give together, in characters of JSON. */
  maxOutput: 32_000_000,
  /** What is kept of what came out of a run that has ended, likewise. */
  maxKept: 10_000_000,
  /** Ended runs that are kept of one caller. */
  maxEnded: 10_000,
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
  readonly notation: RunNotation;
  readonly status: RunStatus;
  readonly traceId: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What is run: a composition, or code. */
export type RunRequest = RunBody | CodeBody;

/** What is needed to carry a run out, here or elsewhere; sealed at rest. */
export interface RunWork {
  readonly body: RunRequest;
  /** Of the caller's credential, when it asked. */
  readonly scopes: readonly string[];
  readonly namespaces: readonly string[] | null;
  /** Version numbers by the references of the composition. */
  readonly pins: Readonly<Record<string, string>>;
  /** W3C baggage the request came with. */
  readonly baggage?: string;
  /** How often it was resumed after its end; absent of one that never was. */
  readonly resumed?: number;
}

/** What need not be done, or decided, again where a run goes on; sealed at rest. */
export interface KeptStep {
  /** Where in the run. */
  readonly path: string;
  /** Null of a join, which is no step. */
  readonly view: RunStepView | null;
  /** How a step ended; null while it waits for a person, or was about to begin. */
  readonly outcome: Outcome | null;
  /** How a join was decided. */
  readonly join?: JoinDecision;
  /** Of a step whose effect may have to be undone: what acted, or may have, and what it was given. */
  readonly acted?: { readonly tool: string; readonly version: string; readonly input: ToolInput };
  /** For a call that code made: what it asked for. */
  readonly called?: Called;
  /** Counted within the run: which came before which. */
  readonly order?: number;
  /** The resumption, counted as in `RunWork`, whose key it was called under; absent of the run's own. */
  readonly resumed?: number;
}

/** Whether code is run. */
export const isCode = (body: RunRequest): body is CodeBody => 'code' in body;

/** Runs that have not ended. */
export const isOpen = (status: RunStatus): boolean => status === 'running' || status === 'awaiting_approval';

export interface RunQuery {
  readonly principalId: string;
  readonly status?: RunStatus | undefined;
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

export type ActedStep = KeptStep & Required<Pick<KeptStep, 'acted'>>;

/** What it takes to resume a run after its end. */
export interface Unfinished {
  readonly work: RunWork;
  readonly steps: readonly KeptStep[];
}

export interface TakenRun {
  readonly run: Run;
  /** Null when this replica cannot open what was sealed. */
  readonly work: RunWork | null;
  readonly steps: readonly KeptStep[];
  readonly isCancelled: boolean;
}

/** Runs that are kept, and who carries them out. Every answer is durable; leases are by the store's own time. */
export interface RunStore {
  /**
   * Stores a run that has not ended, held by its creator; returns instead the run that the same caller's idempotency
   * key belongs to, if that started after `keysFrom`.
   */
  begin(run: Run, work: RunWork, holder: string, leaseMs: number, keysFrom: number): Promise<Run>;
  /** Keeps a run that ended without having been kept before; with what it takes to resume it, when it may be. */
  add(run: Run, view: RunView, unfinished?: Unfinished): Promise<void>;
  find(id: string): Promise<Run | undefined>;
  /** The run that a caller's idempotency key belongs to. */
  underKey(principalId: string, key: string, keysFrom: number): Promise<Run | undefined>;
  /** As it ended; undefined while it has not. */
  view(id: string): Promise<RunView | undefined>;
  /** Steps of a run that has not ended, as they are kept; what they hold is forgotten with its end. */
  steps(id: string): Promise<readonly KeptStep[]>;
  /**
   * Keeps steps, each in place of what was kept of it, and answers whether the run is wanted still; `lost` when somebody
   * else holds it by now, and nothing was kept.
   */
  keep(
    id: string,
    holder: string,
    status: RunStatus,
    steps: readonly KeptStep[],
  ): Promise<'kept' | 'cancelled' | 'lost'>;
  /**
   * Ends a run, and forgets its work and its steps, unless it may be resumed: this is kept then in their place. False when somebody else holds it by now, or it has ended.
   */
  end(id: string, holder: string, view: RunView, at: number, unfinished?: Unfinished): Promise<boolean>;
  /**
   * Holds a run that ended and may be resumed, which is under way from then on, by the caller with that key and with the
   * work as `again` has it; undefined when there is none, be it that somebody else has resumed it.
   */
  reopen(
    id: string,
    holder: string,
    leaseMs: number,
    keyId: string | null,
    again: (work: RunWork) => RunWork,
  ): Promise<TakenRun | undefined>;
  /** Asks the executing replica to end it; false when it has ended. */
  cancel(id: string): Promise<boolean>;
  /** Holds these for another while; answers those that are still held by this one, and which of them are to be cancelled. */
  renew(holder: string, ids: readonly string[], leaseMs: number): Promise<ReadonlyMap<string, { cancelled: boolean }>>;
  /** Takes runs that nobody holds any more, oldest first. */
  take(holder: string, leaseMs: number, limit: number): Promise<readonly TakenRun[]>;
  /** Releases all runs of this holder: any replica may take them immediately. */
  release(holder: string): Promise<void>;
  /** Newest first. */
  list(query: RunQuery): Promise<readonly Run[]>;
  /** Forgets runs that ended before, and of each caller those beyond the newest `maxEnded`; answers how many. */
  forget(endedBefore: number, maxEnded: number): Promise<number>;
  /** Forgets what it takes to resume runs that began before. */
  close(startedBefore: number): Promise<void>;
}
