import type { SagaEventView, SagaState } from '@assay/contracts';
import type { SagaChange } from './changes.js';
import type { Saga } from './saga.js';

export interface SagaQuery {
  /** Of this organisation, all; null for the principal's own alone. */
  readonly organisationId: string | null;
  readonly principalId: string | null;
  readonly state?: SagaState | undefined;
  /** Ids below this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Sagas, with what each step was given and gave. Every answer is durable before it is given. */
export interface SagaStore {
  /**
   * Keeps it; the one that was begun before under the same caller's idempotency key instead, when there is one. Undefined
   * when `maxOpen` sagas of its caller have not ended, however many are begun at once.
   */
  begin(saga: Saga, maxOpen: number): Promise<Saga | undefined>;
  find(id: string): Promise<Saga | undefined>;
  /** The one that a caller's idempotency key belongs to. */
  underKey(principalId: string, key: string): Promise<Saga | undefined>;
  /**
   * Writes what has changed since `saga.revision`, at once or not at all; the saga with its new revision, or undefined
   * when somebody else has written meanwhile.
   */
  save(change: SagaChange, at: number): Promise<Saga | undefined>;
  /** Newest first, without what steps were given and gave. */
  list(query: SagaQuery): Promise<readonly Saga[]>;
  /** In order, those after a number. */
  events(id: string, after: number, limit: number): Promise<readonly NumberedSagaEvent[]>;
  /** Not at rest, and not written since; oldest first, without what steps were given and gave. */
  stalled(writtenBefore: number, limit: number): Promise<readonly Saga[]>;
  /** Forgets what the steps of sagas that ended before were given and gave; answers how many sagas. */
  forget(endedBefore: number): Promise<number>;
}

export type NumberedSagaEvent = Omit<SagaEventView, 'at'> & { readonly at: number };
