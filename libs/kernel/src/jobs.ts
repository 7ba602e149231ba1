import type { BackOff } from './back-off.js';

/** Recurring work. */
export interface Job {
  /** Unique; identifies the job across replicas. */
  readonly name: string;
  readonly everyMs: number;
  /** One pass. A failure is logged and retried at the next interval. `signal` aborts when the server shuts down. */
  run(signal: AbortSignal): Promise<void>;
}

/** A kind of work that is queued piece by piece. */
export interface Work<Payload extends object> {
  /** Unique among kinds and jobs. */
  readonly name: string;
  /** Pieces that one replica runs at the same time. */
  readonly concurrency: number;
  /**
   * Pieces of one group that all replicas together run at the same time; replicas that fetch at the same moment may run so
   * many each. Without it groups have no bound.
   */
  readonly perGroup?: number;
  /**
   * Runs one piece, at least once: a piece whose replica died runs again on another. A rejection is logged and retried
   * with back-off, `jobAttempts` times in all. `signal` aborts when the server stops or the piece was taken over; a piece
   * that is cut short rejects.
   */
  run(payload: Payload, signal: AbortSignal): Promise<void>;
}

export interface QueuedPiece<Payload extends object> {
  /**
   * Pieces with the same key never run at the same time. One that waits is not queued a second time; one that is added
   * while another runs waits for its end.
   */
  readonly key: string;
  readonly payload: Payload;
  readonly group?: string;
  readonly afterMs?: number;
  /** One of the key that waits becomes due now. */
  readonly expedite?: true;
}

export interface WorkQueue<Payload extends object> {
  /** Resolves when the pieces are durable. */
  add(pieces: readonly QueuedPiece<Payload>[]): Promise<void>;
}

/** What this process has run of one job or kind of work. */
export interface JobCount {
  readonly name: string;
  readonly runs: number;
  readonly failures: number;
}

/** Runs of one piece before it is given up, and the pauses between them; each is twice the one before. */
export const jobAttempts = 6;
export const jobPauses: BackOff = { firstMs: 5_000, maxMs: 300_000 };

/**
 * The queue that all replicas share. Each job runs about every `everyMs` on one of them and never on two at once: a turn
 * that becomes due while the one before runs waits for its end. What a replica runs when it dies is taken over.
 */
export interface Jobs {
  add(job: Job): void;
  /** Declares a kind of work, before `start`. */
  work<Payload extends object>(work: Work<Payload>): WorkQueue<Payload>;
  /** Begins; jobs that are due run at once. */
  start(): Promise<void>;
  /** Aborts what runs and resolves when it has ended. */
  stop(): Promise<void>;
  counts(): readonly JobCount[];
}
