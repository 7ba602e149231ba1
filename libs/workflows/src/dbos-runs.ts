import {
  type Clock,
  type DurableRuns,
  type RunBody,
  type RunLeases,
  type RunMessage,
  type RunQuery,
  type RunStanding,
  type RunState,
  runLeaseDefaults,
} from '@assay/kernel';
import { DBOS, DBOSClient, type DLogger, type WorkflowStatus } from '@dbos-inc/dbos-sdk';
import { dbosDatabase } from './dbos-database.js';
import { applicationName, DbosExecutor, queueName, runVersion, workflowName } from './dbos-executor.js';

const clientPoolSize = 2;

export interface RunTimes {
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  /** A replica that could not renew for this long releases its runs, before others take them over. */
  readonly letGoAfterMs: number;
  /** So often a run that waits looks for its message by itself; most often the message wakes it before. */
  readonly lookEveryMs: number;
}

export interface DbosRunsOptions {
  readonly databaseUrl: string;
  /** Of this replica, the same after each of its starts. */
  readonly executorId: string;
  readonly leases: RunLeases;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: DLogger;
  /** Called for background failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
  readonly times?: RunTimes;
}

/**
 * Durable runs on DBOS, in a schema of its own beside Assay's tables. Whatever is asked for goes through the database, so
 * that any replica may ask; runs are taken up by whichever runs things. Nothing is opened before the first run, or, at the
 * start of a replica that left some, before those.
 */
export class DbosRuns implements DurableRuns {
  readonly #options: DbosRunsOptions;
  readonly #times: RunTimes;
  readonly #bodies = new Map<string, RunBody>();
  readonly #executor: DbosExecutor;
  #client: Promise<DBOSClient> | undefined;
  #isWanted = false;
  #isOver = false;
  #stopped: Promise<void> | undefined;
  #cancel: () => void = () => undefined;
  #forgive: () => void = () => undefined;
  #launching: Promise<void> | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: DbosRunsOptions) {
    this.#options = options;
    this.#times = options.times ?? runLeaseDefaults;
    const { databaseUrl, executorId, log } = options;
    const { lookEveryMs } = this.#times;
    const bodyOf = (kind: string) => this.#bodies.get(kind);
    this.#executor = new DbosExecutor({ databaseUrl, executorId, log, bodyOf, lookEveryMs });
  }

  define(kind: string, body: RunBody): void {
    if (this.#bodies.has(kind)) throw new Error(`Two kinds of run are called "${kind}".`);
    this.#bodies.set(kind, body);
  }

  async begin(kind: string, id: string, input: RunMessage): Promise<void> {
    const client = await this.#open();
    const options = { queueName, workflowName, workflowID: id, appVersion: runVersion, attributes: { kind } };
    await client.enqueue(options, kind, input);
  }

  async send(id: string, topic: string, message: RunMessage, once: string): Promise<void> {
    await (await this.#open()).send(id, message, topic, once);
  }

  async cancel(id: string): Promise<void> {
    await (await this.#open()).cancelWorkflow(id);
  }

  async find(id: string): Promise<RunStanding | undefined> {
    const found = await (await this.#open()).getWorkflow(id);
    return found && standingOf(found);
  }

  async list({ kind, states, limit }: RunQuery): Promise<readonly RunStanding[]> {
    const client = await this.#open();
    const found = await client.listWorkflows({
      workflowName,
      ...(states && { status: states.flatMap((it) => statusesOf[it]) }),
      ...(kind && { attributes: { kind } }),
      sortDesc: true,
      limit,
      loadOutput: false,
    });
    return found.map(standingOf);
  }

  async start(): Promise<void> {
    this.#isWanted = await this.#options.leases.knows(this.#options.executorId);
    this.#turn = this.#pass();
    await this.#turn;
    await this.#launching;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#isOver = true;
    this.#cancel();
    await this.#turn;
    await this.#launching;
    this.#forgive();
    const ran = this.#executor.isRunning;
    await this.#executor.shutDown();
    if (ran) await this.#options.leases.end(this.#options.executorId).catch(this.#options.onProblem);
    await this.#client?.then((client) => client.destroy()).catch(this.#options.onProblem);
  }

  /** What asks for things. What fails is tried again by the next who asks. */
  #open(): Promise<DBOSClient> {
    this.#client ??= this.#connect().catch((cause: unknown) => {
      this.#client = undefined;
      throw cause;
    });
    return this.#client;
  }

  /** The tables are made by the executor when it begins; where another server of this process has that, here. */
  async #connect(): Promise<DBOSClient> {
    const { databaseUrl, log } = this.#options;
    this.#want();
    await this.#turn;
    await this.#launching;
    if (!this.#executor.isRunning) await DBOS.migrate(databaseUrl);
    return DBOSClient.create({
      ...dbosDatabase(databaseUrl, clientPoolSize),
      applicationName,
      logger: log,
    });
  }

  /** There is something to run: soon, and from now on. */
  #want(): void {
    if (this.#isWanted || this.#isOver) return;
    this.#isWanted = true;
    this.#cancel();
    this.#turn = this.#turn.then(() => this.#pass());
  }

  /** Says that this replica lives, runs what it has, and takes over what dead ones left. */
  async #pass(): Promise<void> {
    this.#cancel();
    await this.#keep().catch(this.#options.onProblem);
    if (this.#isOver) return;
    this.#cancel = this.#options.clock.after(this.#times.renewEveryMs, () => {
      this.#turn = this.#pass();
    });
  }

  async #keep(): Promise<void> {
    const { leases, executorId } = this.#options;
    if (this.#isWanted && !(await this.#renew())) return;
    if (this.#isWanted && !this.#executor.isRunning) return this.#launch();
    const lapsed = await leases.takeLapsed(executorId, this.#times.leaseMs);
    if (lapsed.length === 0) return;
    if (!this.#executor.isRunning) return this.#want();
    await this.#executor.takeOver(lapsed);
    for (const dead of lapsed) await leases.settle(dead, executorId);
  }

  /**
   * Renews the lease. Unless it is renewed again in time, all runs are released before others may treat this replica as
   * dead and continue its runs: also when the database does not answer at all.
   */
  async #renew(): Promise<boolean> {
    const { leases, executorId, clock, onProblem } = this.#options;
    const { leaseMs, letGoAfterMs } = this.#times;
    const letGo = clock.after(letGoAfterMs, () => void this.#executor.shutDown().catch(onProblem));
    const renewed = await leases.renew(executorId, leaseMs).catch((cause: unknown) => {
      letGo();
      throw cause;
    });
    if (renewed) this.#forgive();
    if (renewed) this.#forgive = letGo;
    else letGo();
    return renewed;
  }

  /** Takes longer than the lease may be left alone: it is renewed meanwhile. */
  #launch(): void {
    this.#launching ??= this.#executor
      .launch()
      .catch(this.#options.onProblem)
      .then(() => {
        this.#launching = undefined;
      });
  }
}

const statusesOf: Readonly<
  Record<
    RunState,
    readonly (
      | 'ENQUEUED'
      | 'DELAYED'
      | 'PENDING'
      | 'SUCCESS'
      | 'ERROR'
      | 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'
      | 'CANCELLED'
    )[]
  >
> = {
  waiting: ['ENQUEUED', 'DELAYED'],
  running: ['PENDING'],
  done: ['SUCCESS'],
  failed: ['ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
  cancelled: ['CANCELLED'],
};

const stateOf = (status: string): RunState =>
  (Object.keys(statusesOf) as RunState[]).find((it) => (statusesOf[it] as readonly string[]).includes(status)) ??
  'waiting';

const standingOf = ({ workflowID, status, createdAt, input }: WorkflowStatus): RunStanding => ({
  id: workflowID,
  kind: String((input as unknown[] | undefined)?.[0] ?? ''),
  state: stateOf(status),
  createdAt,
});
