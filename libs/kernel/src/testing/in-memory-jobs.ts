import { backOffMs } from '../back-off.js';
import type { Clock } from '../clock.js';
import { type Job, type JobCount, type Jobs, jobAttempts, jobPauses, type Work, type WorkQueue } from '../jobs.js';

interface Entry {
  readonly kind: string;
  readonly key: string;
  readonly group: string | undefined;
  readonly payload: object;
  readonly at: number;
  readonly failures: number;
}

/** What replicas share: pieces that wait, and pieces that run. */
export class InMemoryQueue {
  waiting: Entry[] = [];
  readonly active = new Set<Entry>();
  readonly changed = new Set<() => void>();

  /** Adds a piece, unless one of its key waits. */
  add(entry: Entry): void {
    if (this.waiting.some((it) => it.kind === entry.kind && it.key === entry.key)) return;
    this.waiting.push(entry);
  }

  /** Makes what waits due. */
  expedite(kind: string, key: string, at: number): void {
    this.waiting = this.waiting.map((it) => (it.kind === kind && it.key === key ? { ...it, at } : it));
  }

  notify(): void {
    for (const run of this.changed) run();
  }
}

/** Jobs on a clock of the test's; several of them on one queue are replicas. */
export class InMemoryJobs implements Jobs {
  readonly #kinds = new Map<string, Work<object>>();
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Set<Promise<void>>();
  readonly #counts = new Map<string, { runs: number; failures: number }>();
  readonly #stopping = new AbortController();
  #isStarted = false;

  constructor(
    private readonly clock: Clock,
    private readonly queue = new InMemoryQueue(),
    private readonly onProblem: (name: string, cause: unknown) => void = () => undefined,
  ) {}

  add(job: Job): void {
    this.#jobs.set(job.name, job);
    this.#kinds.set(job.name, { name: job.name, concurrency: 1, run: (_, signal) => this.#turn(job, signal) });
  }

  work<Payload extends object>(work: Work<Payload>): WorkQueue<Payload> {
    this.#kinds.set(work.name, work as unknown as Work<object>);
    return {
      add: async (pieces) => {
        for (const { key, group, payload, afterMs = 0, expedite } of pieces) {
          if (expedite) this.queue.expedite(work.name, key, this.clock.now());
          const at = this.clock.now() + afterMs;
          this.queue.add({ kind: work.name, key, group, payload, at, failures: 0 });
          if (afterMs > 0) this.clock.after(afterMs, () => this.queue.notify());
        }
        this.queue.notify();
      },
    };
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    this.queue.changed.add(this.#fill);
    for (const name of this.#jobs.keys()) {
      const runs = [...this.queue.active].some((it) => it.kind === name);
      if (!runs) this.#addTurn(name, 0);
    }
    this.queue.notify();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.queue.changed.delete(this.#fill);
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  counts(): readonly JobCount[] {
    return [...this.#counts].map(([name, count]) => ({ name, ...count }));
  }

  readonly #fill = (): void => {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    for (const work of this.#kinds.values()) {
      for (let next = this.#next(work); next !== undefined; next = this.#next(work)) this.#begin(work, next);
    }
  };

  #next({ name, concurrency, perGroup = Number.POSITIVE_INFINITY }: Work<object>): Entry | undefined {
    if (this.#mine.filter((it) => it.kind === name).length >= concurrency) return undefined;
    const active = [...this.queue.active].filter((it) => it.kind === name);
    return this.queue.waiting.find(
      ({ kind, key, group, at }) =>
        kind === name &&
        at <= this.clock.now() &&
        !active.some((it) => it.key === key) &&
        (group === undefined || active.filter((it) => it.group === group).length < perGroup),
    );
  }

  readonly #mine: Entry[] = [];

  #begin(work: Work<object>, entry: Entry): void {
    this.queue.waiting = this.queue.waiting.filter((it) => it !== entry);
    this.queue.active.add(entry);
    this.#mine.push(entry);
    const count = this.#counts.get(work.name) ?? { runs: 0, failures: 0 };
    this.#counts.set(work.name, count);
    const run = Promise.resolve()
      .then(() => work.run(entry.payload, this.#stopping.signal))
      .catch((cause: unknown) => {
        if (!this.#stopping.signal.aborted) {
          count.failures += 1;
          this.onProblem(work.name, cause);
        }
        this.#again(entry);
      })
      .finally(() => {
        count.runs += 1;
        this.queue.active.delete(entry);
        this.#mine.splice(this.#mine.indexOf(entry), 1);
        this.#running.delete(run);
        this.queue.notify();
      });
    this.#running.add(run);
  }

  /** A piece that was cut short waits like one that failed; the turn of a job has its successor already. */
  #again(entry: Entry): void {
    const failures = entry.failures + 1;
    if (this.#jobs.has(entry.kind) || failures >= jobAttempts) return;
    const pauseMs = backOffMs(jobPauses, failures - 1);
    this.queue.add({ ...entry, failures, at: this.clock.now() + pauseMs });
    this.clock.after(pauseMs, () => this.queue.notify());
  }

  #turn(job: Job, signal: AbortSignal): Promise<void> {
    this.#addTurn(job.name, job.everyMs);
    return job.run(signal);
  }

  #addTurn(name: string, afterMs: number): void {
    this.queue.add({
      kind: name,
      key: name,
      group: undefined,
      payload: {},
      at: this.clock.now() + afterMs,
      failures: 0,
    });
    this.clock.after(afterMs, () => this.queue.notify());
  }
}
