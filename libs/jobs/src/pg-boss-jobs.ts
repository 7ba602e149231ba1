import {
  type Clock,
  type Job,
  type JobCount,
  type Jobs,
  jobAttempts,
  jobPauseMs,
  type QueuedPiece,
  type Work,
  type WorkQueue,
} from '@assay/kernel';
import { type Job as BossJob, type JobInsert, PgBoss } from 'pg-boss';
import { JobCounts } from './job-counts.js';
import { queueSchema } from './make-queue-schema.js';

export interface PgBossJobsOptions {
  /** A database in which `makeQueueSchema` has run. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  /** Called for each pass or piece that failed, and under the name `queue` for problems of the queue itself. */
  readonly onProblem?: (name: string, cause: unknown) => void;
}

/** The queue of recurring jobs: one piece a job, whose key is the job's name. */
const recurring = 'recurring';
/** Turns of different jobs that one replica runs at the same time. */
const recurringLanes = 6;
/** A replica that is silent for so long is dead, and what it ran is taken over. It reports twice as often. */
const heartbeatSeconds = 15;
/** How often a replica checks for dead ones. */
const superviseSeconds = 10;
/**
 * How often the first lane of a queue polls: for turns, which nothing announces, and for pieces that were taken over or
 * whose announcement was lost. A lane that finds something wakes the next one, so that the others need not poll.
 */
const pollSeconds = 10;
const otherLanesPollSeconds = 600;
/** How often missing turns are queued again: a turn whose successor could not be queued, or that an older version took. */
const renewTurnsMs = 60_000;
/** A piece or turn that runs for longer is taken over although its replica is alive. */
const longestRunSeconds = 6 * 3_600;
/** Finished pieces are removed after a minute, failed ones can be examined for a day. */
const keepFinishedSeconds = 60;
/** Ends a stop whose pieces do not end after their signal was aborted. */
const stopWithinMs = 30_000;
/** A piece that becomes due within this time is fetched on time; polling finds later ones. */
const wakeWithinMs = 120_000;
/** The database's clock decides what is due. */
const wakeLateMs = 50;

interface Turn {
  readonly job: string;
}

interface Lanes {
  readonly queue: string;
  readonly lanes: number;
  readonly perGroup?: number;
}

/** Jobs on pg-boss. Nothing here is asked on the way of a call; replicas share work through the queue's tables. */
export class PgBossJobs implements Jobs {
  readonly #options: PgBossJobsOptions;
  readonly #boss: PgBoss;
  readonly #jobs = new Map<string, Job>();
  readonly #work = new Map<string, Work<object>>();
  readonly #wakes = new Map<string, () => void>();
  readonly #timers = new Set<() => void>();
  readonly #counts = new JobCounts();
  readonly #stopping = new AbortController();
  #started: Promise<void> | undefined;

  constructor(options: PgBossJobsOptions) {
    this.#options = options;
    this.#boss = new PgBoss({
      connectionString: options.databaseUrl,
      schema: queueSchema,
      application_name: 'assay-jobs',
      max: 3,
      migrate: false,
      createSchema: false,
      schedule: false,
      useListenNotify: true,
      registerInstance: false,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      maintenanceIntervalSeconds: 600,
      queueCacheIntervalSeconds: 600,
      flowIntervalSeconds: 3_600,
      bamIntervalSeconds: 3_600,
    });
    this.#boss.on('error', (cause) => options.onProblem?.('queue', cause));
  }

  /** @throws when a job or kind of work of that name exists. */
  add(job: Job): void {
    this.#requireNew(job.name);
    this.#jobs.set(job.name, job);
    // What is added to a queue that runs has its first turn at once.
    if (this.#started !== undefined) void this.#renewTurns([job]);
  }

  /** @throws when a job or kind of work of that name exists, and after the start. */
  work<Payload extends object>(work: Work<Payload>): WorkQueue<Payload> {
    this.#requireNew(work.name);
    if (this.#started !== undefined) throw new Error(`"${work.name}" is declared after the start.`);
    this.#work.set(work.name, work as unknown as Work<object>);
    return { add: (pieces) => this.#addPieces(work.name, pieces) };
  }

  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const cancel of this.#timers) cancel();
    await this.#started?.catch(() => undefined);
    await this.#boss.stop({ graceful: true, timeout: stopWithinMs });
  }

  counts(): readonly JobCount[] {
    return this.#counts.all();
  }

  async #start(): Promise<void> {
    await this.#boss.start();
    await this.#declare(recurring, false);
    for (const name of this.#work.keys()) await this.#declare(name, true);
    await this.#open({ queue: recurring, lanes: recurringLanes }, (piece) => this.#turn(piece as BossJob<Turn>));
    for (const work of this.#work.values()) {
      const { name: queue, concurrency: lanes, perGroup } = work;
      await this.#open({ queue, lanes, perGroup }, (piece) => this.#piece(work, piece));
    }
    await this.#renewTurns([...this.#jobs.values()]);
    this.#renewLater();
  }

  /** One piece of a key waits and one runs: `stately` is pg-boss's name for that. */
  async #declare(name: string, notify: boolean): Promise<void> {
    const options = {
      heartbeatSeconds,
      notify,
      expireInSeconds: longestRunSeconds,
      deleteAfterSeconds: keepFinishedSeconds,
    };
    const backOff = { retryBackoff: true, retryDelayMax: jobPauseMs.longest / 1_000 };
    const retries = notify
      ? { retryLimit: jobAttempts - 1, retryDelay: jobPauseMs.first / 1_000, ...backOff }
      : // A turn never fails, so that it is tried again only after its replica died.
        { retryLimit: 1_000 };
    await this.#boss.createQueue(name, { ...options, ...retries, policy: 'stately' });
  }

  /**
   * Opens the lanes of a queue. pg-boss lets a lane that had a piece wait out its interval; one that is notified while the
   * piece runs fetches again at once, so that a queue is worked off without pauses.
   */
  async #open({ queue, lanes, perGroup }: Lanes, run: (piece: BossJob) => Promise<void>): Promise<void> {
    const idle = new Set<string>();
    const wake = () => {
      const [id] = idle;
      if (id !== undefined) this.#boss.notifyWorker(id);
    };
    this.#wakes.set(queue, wake);
    for (let lane = 0; lane < lanes; lane += 1) {
      const poll = lane === 0 ? pollSeconds : otherLanesPollSeconds;
      const options = { pollingIntervalSeconds: poll, notifyPollingIntervalSeconds: poll };
      const bound = perGroup === undefined ? {} : { groupConcurrency: perGroup };
      const id: string = await this.#boss.work(queue, { ...options, ...bound }, async ([piece]: BossJob[]) => {
        idle.delete(id);
        wake();
        try {
          if (piece !== undefined) await run(piece);
        } finally {
          // A piece that waited for this one's key or group can run now; turns wait for the poll while a lane is idle.
          if (queue !== recurring || idle.size === 0) this.#boss.notifyWorker(id);
          idle.add(id);
        }
      });
      idle.add(id);
    }
  }

  async #turn({ data, signal }: BossJob<Turn>): Promise<void> {
    const job = this.#jobs.get(data.job);
    // Of another version: one that knows it queues it again.
    if (job === undefined) return;
    // Its successor is queued first, so that a crash in this turn costs no other.
    await this.#addTurns([job], job.everyMs).catch((cause: unknown) => this.#options.onProblem?.('queue', cause));
    this.#wakeAfter(recurring, job.everyMs);
    await this.#run(job.name, (stop) => job.run(stop), signal).catch(() => undefined);
  }

  async #piece(work: Work<object>, { data, signal, retryCount }: BossJob): Promise<void> {
    try {
      await this.#run(work.name, (stop) => work.run(data, stop), signal);
    } catch (cause) {
      this.#wakeAfter(work.name, Math.min(jobPauseMs.longest, jobPauseMs.first * 2 ** (retryCount + 1)));
      throw cause;
    }
  }

  /** Counts and reports one run; rejects when it failed or was cut short. */
  async #run(name: string, run: (signal: AbortSignal) => Promise<void>, lost: AbortSignal): Promise<void> {
    try {
      await run(AbortSignal.any([this.#stopping.signal, lost]));
      this.#counts.ended(name, false);
    } catch (cause) {
      const isCutShort = this.#stopping.signal.aborted;
      this.#counts.ended(name, !isCutShort);
      if (!isCutShort) this.#options.onProblem?.(name, cause);
      throw cause;
    }
  }

  async #addPieces<Payload extends object>(name: string, pieces: readonly QueuedPiece<Payload>[]): Promise<void> {
    if (pieces.length === 0) return;
    await this.start();
    await this.#boss.insert(name, pieces.map(toInsert));
    for (const { key, expedite } of pieces) {
      // What was just queued is due already.
      if (expedite) await this.#boss.update(name, undefined, { singletonKey: key, startAfter: 0, match: 'all' });
    }
    if (pieces.some(({ expedite }) => expedite)) this.#wakeAfter(name, 0);
    for (const { afterMs } of pieces) if (afterMs !== undefined && afterMs > 0) this.#wakeAfter(name, afterMs);
  }

  /** Queues the turns of jobs that have none, due `afterMs` from now. */
  async #addTurns(jobs: readonly Job[], afterMs: number): Promise<void> {
    await this.#boss.insert(
      recurring,
      jobs.map(({ name }) => toInsert({ key: name, payload: { job: name }, afterMs })),
    );
  }

  async #renewTurns(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.#addTurns(jobs, 0).catch((cause: unknown) => this.#options.onProblem?.('queue', cause));
    this.#wakeAfter(recurring, 0);
  }

  #renewLater(): void {
    this.#after(renewTurnsMs, () => {
      void this.#renewTurns([...this.#jobs.values()]);
      this.#renewLater();
    });
  }

  #wakeAfter(queue: string, afterMs: number): void {
    if (afterMs <= wakeWithinMs) this.#after(afterMs + wakeLateMs, () => this.#wakes.get(queue)?.());
  }

  #after(ms: number, run: () => void): void {
    if (this.#stopping.signal.aborted) return;
    const cancel = this.#options.clock.after(ms, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  #requireNew(name: string): void {
    if (name === recurring || this.#jobs.has(name) || this.#work.has(name))
      throw new Error(`Two jobs are called "${name}".`);
  }
}

const toInsert = ({ key, payload, group, afterMs = 0 }: QueuedPiece<object>): JobInsert => ({
  singletonKey: key,
  data: payload,
  ...(group !== undefined && { group: { id: group } }),
  ...(afterMs > 0 && { startAfter: afterMs / 1_000 }),
});
