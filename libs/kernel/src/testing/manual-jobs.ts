import type { Job, JobCount, Jobs, QueuedPiece, Work, WorkQueue } from '../jobs.js';

/** Jobs that run when the test triggers them; queued pieces wait in `queued`. */
export class ManualJobs implements Jobs {
  readonly #jobs = new Map<string, Job>();
  readonly #work = new Map<string, Work<object>>();
  /** What queued pieces failed with. */
  readonly failures: unknown[] = [];
  readonly queued: { readonly work: string; readonly piece: QueuedPiece<object> }[] = [];

  add(job: Job): void {
    this.#jobs.set(job.name, job);
  }

  work<Payload extends object>(work: Work<Payload>): WorkQueue<Payload> {
    this.#work.set(work.name, work as unknown as Work<object>);
    return { add: async (pieces) => void this.queued.push(...pieces.map((piece) => ({ work: work.name, piece }))) };
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  counts(): readonly JobCount[] {
    return [];
  }

  async run(name: string): Promise<void> {
    const job = this.#jobs.get(name);
    if (job === undefined) throw new Error(`No job "${name}": there are ${[...this.#jobs.keys()].join(', ')}.`);
    await job.run(new AbortController().signal);
  }

  /** Runs everything that is queued, pieces that these add included. */
  async runQueued(): Promise<void> {
    for (let next = this.queued.shift(); next !== undefined; next = this.queued.shift())
      await this.#work
        .get(next.work)
        ?.run(next.piece.payload, new AbortController().signal)
        .catch((cause: unknown) => this.failures.push(cause));
  }
}
