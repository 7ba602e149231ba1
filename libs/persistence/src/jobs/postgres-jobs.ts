import type { Clock, Job, Jobs } from '@assay/kernel';
import type pg from 'pg';

export interface JobsOptions {
  readonly pool: pg.Pool;
  readonly replicaId: string;
  readonly clock: Clock;
  readonly onProblem?: (cause: unknown) => void;
}

/** How long a replica may be silent before another one takes its job over; it speaks three times as often. */
const leaseMs = 60_000;
/** How often a replica asks for a job whose turn comes seldom, so that a dead one's job does not wait for days. */
const askAtLeastEveryMs = 60_000;

/**
 * Recurring work of all replicas in one table: a replica claims a due row, runs the pass and then sets the time of the
 * next one. Times and leases use the database's clock, which all replicas share.
 */
export class PostgresJobs implements Jobs {
  readonly #options: JobsOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #cancels = new Map<string, () => void>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** @throws when a job of that name is there. */
  add(job: Job): void {
    if (this.#jobs.has(job.name)) throw new Error(`Two jobs are called "${job.name}".`);
    this.#jobs.set(job.name, job);
  }

  start(): void {
    for (const job of this.#jobs.values()) this.#turn(job);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const cancel of this.#cancels.values()) cancel();
    await Promise.all(this.#running);
  }

  #turn(job: Job): void {
    if (this.#stopping.signal.aborted) return;
    const turn = this.#runIfDue(job)
      .catch((cause: unknown) => this.#options.onProblem?.(cause))
      .finally(() => {
        this.#running.delete(turn);
        if (this.#stopping.signal.aborted) return;
        const waitMs = Math.min(job.everyMs, askAtLeastEveryMs);
        this.#cancels.set(
          job.name,
          this.#options.clock.after(waitMs, () => this.#turn(job)),
        );
      });
    this.#running.add(turn);
  }

  async #runIfDue(job: Job): Promise<void> {
    if (!(await this.#claim(job))) return;
    const lost = new AbortController();
    const stopRenewing = this.#renewing(job, lost);
    try {
      await job.run(AbortSignal.any([this.#stopping.signal, lost.signal]));
    } finally {
      stopRenewing();
      // The next turn is counted from this one's beginning; what failed has its turn then like everything else.
      await this.#release(job);
    }
  }

  /** True for exactly one replica; the row then says when the turn after this one is due. */
  async #claim({ name, everyMs }: Job): Promise<boolean> {
    const { rowCount } = await this.#options.pool.query(
      `INSERT INTO jobs (name, due_at, lease_until, holder)
       VALUES ($1, clock_timestamp() + $2 * interval '1 ms', clock_timestamp() + $3 * interval '1 ms', $4)
       ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at, lease_until = EXCLUDED.lease_until, holder = EXCLUDED.holder
       WHERE jobs.lease_until <= clock_timestamp() AND (jobs.due_at <= clock_timestamp() OR jobs.holder <> '')`,
      [name, everyMs, leaseMs, this.#options.replicaId],
    );
    return rowCount === 1;
  }

  /** Renews the lease while the pass runs; a replica that fails to renew aborts it. */
  #renewing(job: Job, lost: AbortController): () => void {
    let cancel: () => void = () => undefined;
    let isOver = false;
    const renew = () => {
      if (isOver) return;
      cancel = this.#options.clock.after(leaseMs / 3, () => {
        this.#options.pool
          .query(
            `UPDATE jobs SET lease_until = clock_timestamp() + $2 * interval '1 ms' WHERE name = $1 AND holder = $3`,
            [job.name, leaseMs, this.#options.replicaId],
          )
          .then(({ rowCount }) => (rowCount === 1 ? renew() : lost.abort()))
          .catch(() => lost.abort());
      });
    };
    renew();
    return () => {
      isOver = true;
      cancel();
    };
  }

  async #release({ name }: Job): Promise<void> {
    await this.#options.pool.query(
      `UPDATE jobs SET holder = '', lease_until = clock_timestamp() WHERE name = $1 AND holder = $2`,
      [name, this.#options.replicaId],
    );
  }
}
