import type { DurableRuns, Job, Jobs } from '@assay/kernel';
import type { RunCompositions } from '@assay/runs';
import type { FetchPackages } from '../servers/fetch-packages.js';

export interface BackgroundWorkPorts {
  readonly jobs: Jobs;
  readonly runs: DurableRuns;
  readonly compositions: Pick<RunCompositions, 'start' | 'stop'>;
  readonly packages: Pick<FetchPackages, 'start' | 'stop'>;
  /** Keeps the external search engine up to date; null when there is none. */
  readonly indexing: Job | null;
}

/** Work that no request waits for. It starts once the server listens, because notices name its address. */
export class BackgroundWork {
  #hasStarted = false;

  constructor(private readonly ports: BackgroundWorkPorts) {}

  async start(): Promise<void> {
    const { jobs, runs, compositions, packages, indexing } = this.ports;
    this.#hasStarted = true;
    if (indexing !== null) jobs.add(indexing);
    await runs.start();
    compositions.start();
    await jobs.start();
    packages.start();
  }

  /** What begins work stops before what carries it out. */
  async stop(): Promise<void> {
    if (!this.#hasStarted) return;
    const { jobs, runs, compositions, packages } = this.ports;
    await jobs.stop();
    await packages.stop();
    await compositions.stop();
    await runs.stop();
  }
}
