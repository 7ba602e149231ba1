import type { Provenance } from '@assay/contracts';
import type { ModelChosen } from '../run/model-chosen.js';
import type { JoinDecision } from '../run/scope.js';

/** A step that took effect, or may have. */
export interface Acted {
  readonly path: string;
  /** What was called, which may have stood in for what the step names. */
  readonly tool: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Null when it is not known. */
  readonly output: unknown;
}

/** What a call of a composition decided or did at one place. */
export interface CallNote {
  /** Where in the call. */
  readonly path: string;
  /** Counted within the call: which came before which. */
  readonly order: number;
  /** What a model chose there. */
  readonly choice?: ModelChosen;
  /** How a join was decided there. */
  readonly join?: JoinDecision;
  /** Absent of a step that had no effect after all. */
  readonly acted?: Acted;
  /** The call of a step that has succeeded: it is not made again. */
  readonly part?: NonNullable<Provenance['steps']>[number];
}

/** Whose notes are meant. */
export interface NotedCall {
  readonly organisationId: string;
  /** The caller. */
  readonly principalId: string;
  /** What the keys of its steps are made of: the same when the call is made again, or goes on. */
  readonly key: string;
  readonly invocationId: string;
}

/** What calls of compositions noted. Sealed at rest; every answer is durable. Times are in ms since the epoch. */
export interface CallNoteStore {
  /**
   * Notes of a call that is made again, or goes on: those under its key, which are this invocation's from now on. Of one
   * that is new only what this very invocation noted; what an older call left under its key is forgotten.
   */
  recall(call: NotedCall, isAgain: boolean, at: number): Promise<readonly CallNote[]>;
  /** Each in the place of what was noted at the same path. */
  keep(call: NotedCall, notes: readonly CallNote[], at: number): Promise<void>;
  /** Forgets what nobody has written or read since; answers how many notes. */
  forget(untouchedSince: number): Promise<number>;
}
