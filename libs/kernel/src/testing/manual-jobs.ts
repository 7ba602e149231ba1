import type { Job, Jobs } from '../jobs.js';

/** Jobs that run when the test triggers them. */
export class ManualJobs implements Jobs {
  readonly #jobs = new Map<string, Job>();

  add(job: Job): void {
    this.#jobs.set(job.name, job);
  }

  start(): void {}

  async stop(): Promise<void> {}

  async run(name: string): Promise<void> {
    const job = this.#jobs.get(name);
    if (job === undefined) throw new Error(`No job "${name}": there are ${[...this.#jobs.keys()].join(', ')}.`);
    await job.run(new AbortController().signal);
  }
}
