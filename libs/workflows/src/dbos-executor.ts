import type { DurableRun, RunBody, RunMessage } from '@assay/kernel';
import { DBOS, type DLogger } from '@dbos-inc/dbos-sdk';
import { dbosDatabase } from './dbos-database.js';
import { hasProcess, leaveProcess, takeProcess } from './dbos-process.js';

/** Of every run in the database; raised when what is kept of a run could no longer be read. */
export const runVersion = 'assay-1';
export const applicationName = 'assay';
export const queueName = 'assay-runs';
export const workflowName = 'assay-run';
/** How soon a run that was begun is taken up, in ms. */
const takeUpEveryMs = 100;
/** Connections to the database. */
const poolSize = 4;

export interface ExecutorOptions {
  readonly databaseUrl: string;
  readonly executorId: string;
  readonly bodyOf: (kind: string) => RunBody | undefined;
  readonly log: DLogger;
  /** A run that waits is woken by its message; so often it looks by itself, too, in ms. */
  readonly lookEveryMs: number;
}

/** The part that runs things: one a process. */
export class DbosExecutor {
  readonly #options: ExecutorOptions;
  #letGo = new AbortController();
  #isLaunched = false;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#isLaunched;
  }

  /** Takes up what this executor left unfinished. False while another server of this process runs things. */
  async launch(): Promise<boolean> {
    if (this.#isLaunched) return true;
    if (!takeProcess(this)) return false;
    const { databaseUrl, executorId, log } = this.#options;
    this.#letGo = new AbortController();
    try {
      DBOS.setConfig({
        name: applicationName,
        ...dbosDatabase(databaseUrl, poolSize),
        applicationVersion: runVersion,
        executorID: executorId,
        logger: log,
      });
      DBOS.registerWorkflow(this.#run, { name: workflowName });
      await DBOS.launch();
      this.#isLaunched = true;
      await DBOS.registerQueue(queueName, { minPollingIntervalMs: takeUpEveryMs, onConflict: 'always_update' });
    } catch (cause) {
      await this.shutDown();
      throw cause;
    }
    return true;
  }

  /** Releases everything immediately. */
  async shutDown(): Promise<void> {
    this.#letGo.abort();
    this.#isLaunched = false;
    if (!hasProcess(this)) return;
    try {
      await DBOS.shutdown({ deregister: true });
    } finally {
      leaveProcess(this);
    }
  }

  /** Runs on this replica from now on that another one left. */
  async takeOver(executorIds: readonly string[]): Promise<number> {
    let taken = 0;
    for (const executorId of executorIds) {
      const left = await DBOS.listWorkflows({ executorId, status: 'PENDING', applicationVersion: runVersion });
      for (const { workflowID } of left) await DBOS.resumeWorkflow(workflowID, { queueName });
      taken += left.length;
    }
    return taken;
  }

  #run = async (kind: string, input: RunMessage): Promise<void> => {
    const body = this.#options.bodyOf(kind);
    if (body === undefined) throw new Error(`Nothing here knows how to run "${kind}".`);
    await body(this.#runOf(DBOS.workflowID ?? ''), input);
  };

  /** A run as its body sees it: to be used from within the body, which DBOS knows by its asynchronous context. */
  #runOf = (id: string): DurableRun => ({
    id,
    signal: this.#letGo.signal,
    step: (name, work) => DBOS.runStep(work, { name }),
    receive: async (topic, withinMs) => {
      const times = { timeoutSeconds: withinMs / 1_000, pollingIntervalMs: this.#options.lookEveryMs };
      return (await DBOS.recv<RunMessage>(topic, times)) ?? undefined;
    },
  });
}
