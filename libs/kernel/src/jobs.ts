/** Recurring work. */
export interface Job {
  /** Unique; identifies the job across replicas. */
  readonly name: string;
  readonly everyMs: number;
  /** One pass. A failure is logged and retried at the next interval. `signal` aborts when the server shuts down. */
  run(signal: AbortSignal): Promise<void>;
}

/** Runs each job about every `everyMs` on one of the replicas, and never on two at a time while the lease is held. */
export interface Jobs {
  add(job: Job): void;
  /** Starts; jobs that are due run immediately. */
  start(): void;
  /** Resolves when running passes have ended. */
  stop(): Promise<void>;
}
