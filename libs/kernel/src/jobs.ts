/** Work that recurs. */
export interface Job {
  /** Unique; names the job among the replicas. */
  readonly name: string;
  readonly everyMs: number;
  /** One pass. What fails is logged and tried again at the next turn. `signal` aborts when the server stops. */
  run(signal: AbortSignal): Promise<void>;
}

/** Runs each job about every `everyMs` on one of the replicas, and never on two at once while the lease is kept. */
export interface Jobs {
  add(job: Job): void;
  /** Begins; jobs that are due run at once. */
  start(): void;
  /** Resolves when passes under way have ended. */
  stop(): Promise<void>;
}
