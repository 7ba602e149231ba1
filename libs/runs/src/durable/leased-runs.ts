import {
  type Clock,
  type DurableRuns,
  type Hold,
  type RunBody,
  type RunJournalStore,
  type RunWritten,
  retryUntilSuccess,
  runLeaseDefaults,
  type Suspension,
  type TakenRun,
  wait,
} from '@assay/kernel';

export interface LeasedRunsPorts {
  readonly store: RunJournalStore;
  readonly clock: Pick<Clock, 'after'>;
  /** Called for background failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
}

export type RunTimes = Readonly<Record<Exclude<keyof typeof runLeaseDefaults, 'leaseMs'>, number>>;

interface LiveRun {
  readonly taken: TakenRun;
  readonly letGo: AbortController;
  readonly over: Promise<void>;
}

const firstPauseMs = 200;
const maxPauseMs = 10_000;
/** How long a replica that stops waits for bodies that were asked to end. */
const stopWithinMs = 5_000;

/**
 * Executes the runs of the journal. One loop takes up what is due and what dead replicas held; every write names the holder
 * and the epoch, so that a replica that the others consider dead can write nothing more. A body that throws is executed again
 * after a pause that doubles.
 */
export class LeasedRuns implements DurableRuns {
  readonly #ports: LeasedRunsPorts;
  readonly #times: RunTimes;
  readonly #bodies = new Map<string, RunBody>();
  readonly #live = new Map<string, LiveRun>();
  readonly #held = new Set<TakenRun>();
  readonly #timers = new Set<() => void>();
  #isTaking = false;
  #mayHoldMore = false;
  #looking: Promise<void> | undefined;
  #isLookWanted = false;
  #stopped: Promise<void> | undefined;
  readonly #over = new AbortController();

  constructor(ports: LeasedRunsPorts, times: RunTimes = runLeaseDefaults) {
    this.#ports = ports;
    this.#times = times;
  }

  define(kind: string, body: RunBody): void {
    if (this.#bodies.has(kind)) throw new Error(`Two kinds of run are called "${kind}".`);
    this.#bodies.set(kind, body);
  }

  async wake(kind: string, id: string): Promise<void> {
    await this.#ports.store.wake(kind, id);
    this.#look();
  }

  async suspend(kind: string, id: string, suspension: Suspension): Promise<void> {
    await this.#ports.store.suspend(kind, id, suspension);
    this.#look();
  }

  async signal(names: readonly string[]): Promise<void> {
    if ((await this.#ports.store.signal(names)) > 0) this.#look();
  }

  async hold(kind: string, id: string): Promise<Hold> {
    const { store, clock, onProblem } = this.#ports;
    const taken = await store.hold(kind, id);
    this.#held.add(taken);
    const { signal } = this.#over;
    return {
      end: async () => {
        await retryUntilSuccess(() => store.end(taken), { clock, onProblem, signal, firstPauseMs, maxPauseMs });
        this.#held.delete(taken);
      },
    };
  }

  async start(): Promise<void> {
    this.#isTaking = true;
    await this.#beat();
  }

  beginNothing(): void {
    this.#isTaking = false;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#isTaking = false;
    for (const cancel of this.#timers) cancel();
    await this.#looking;
    this.#over.abort();
    for (const { letGo } of this.#live.values()) letGo.abort();
    const over = new AbortController();
    const all = Promise.all([...this.#live.values()].map((it) => it.over));
    await Promise.race([all, wait(this.#ports.clock, stopWithinMs, over.signal)]);
    over.abort();
    await this.#ports.store.release([]).catch(this.#ports.onProblem);
  }

  /** Every so often: gives up what can no longer be held, frees what dead replicas held, and takes up what is due. */
  async #beat(): Promise<void> {
    const { store, onProblem } = this.#ports;
    if (this.#stopped !== undefined) return;
    if (!store.isHeldWithin(this.#times.letGoAfterMs)) this.#letGo();
    await this.#releaseLost().catch(onProblem);
    await store.freeDead().catch(onProblem);
    this.#look();
    await this.#looking;
    this.#later(this.#times.lookEveryMs, () => void this.#beat());
  }

  /** Others may think this replica dead: it ends what it does, and holds nothing more when the database answers again. */
  #letGo(): void {
    if (this.#live.size + this.#held.size === 0) return;
    this.#mayHoldMore = true;
    for (const { letGo } of this.#live.values()) letGo.abort();
    this.#live.clear();
    this.#held.clear();
  }

  async #releaseLost(): Promise<void> {
    if (!this.#mayHoldMore || !this.#ports.store.isHeldWithin(this.#times.letGoAfterMs)) return;
    await this.#ports.store.release([...this.#held, ...[...this.#live.values()].map((it) => it.taken)]);
    this.#mayHoldMore = false;
  }

  /** One at a time; a request during a pass starts another one after it. */
  #look(): void {
    this.#isLookWanted = true;
    this.#looking ??= this.#takeAll().finally(() => {
      this.#looking = undefined;
      if (this.#isLookWanted) this.#look();
    });
  }

  async #takeAll(): Promise<void> {
    this.#isLookWanted = false;
    const { store } = this.#ports;
    for (let isMore = true; isMore && this.#isTaking && store.isHeldWithin(this.#times.letGoAfterMs); ) {
      const free = this.#times.concurrency - this.#live.size;
      if (free <= 0) return;
      try {
        const taken = await store.take([...this.#bodies.keys()], free);
        for (const each of taken) this.#execute(each);
        isMore = taken.length === free;
      } catch (cause) {
        // Rows may have been taken although nobody heard of it.
        this.#mayHoldMore = true;
        this.#ports.onProblem(cause);
        return;
      }
    }
  }

  #execute(taken: TakenRun): void {
    const letGo = new AbortController();
    const name = `${taken.kind} ${taken.id}`;
    // Lost and taken again: what is left of the earlier execution can write nothing more.
    this.#live.get(name)?.letGo.abort();
    const over = this.#carry(taken, letGo.signal).finally(() => {
      if (this.#live.get(name)?.taken !== taken) return;
      const wasFull = this.#live.size >= this.#times.concurrency;
      this.#live.delete(name);
      if (wasFull) this.#look();
    });
    this.#live.set(name, { taken, letGo, over });
  }

  async #carry(taken: TakenRun, signal: AbortSignal): Promise<void> {
    const { clock, onProblem } = this.#ports;
    const body = this.#bodies.get(taken.kind) as RunBody;
    let write: () => Promise<RunWritten>;
    try {
      const came = await body({ id: taken.id, signal });
      write = this.#writeOf(taken, came);
    } catch (cause) {
      // What a replica that lets go has cut off is no problem of the run.
      if (signal.aborted) return;
      onProblem(cause);
      write = this.#writeAgain(taken);
    }
    const trying = { clock, onProblem, signal, firstPauseMs, maxPauseMs };
    const tried = await retryUntilSuccess(write, trying);
    if (tried !== 'ended' && tried.done === 'woken') this.#look();
  }

  #writeOf(taken: TakenRun, came: 'ended' | Suspension): () => Promise<RunWritten> {
    if (came === 'ended') return () => this.#ports.store.end(taken);
    return async () => {
      const written = await this.#ports.store.rest(taken, came, 0);
      this.#lookIn(came.wakeInMs);
      return written;
    };
  }

  #writeAgain(taken: TakenRun): () => Promise<RunWritten> {
    const wakeInMs = Math.min(firstPauseMs * 2 ** Math.min(taken.failures, 10), maxPauseMs);
    return async () => {
      const written = await this.#ports.store.rest(taken, { wakeInMs }, taken.failures + 1);
      this.#lookIn(wakeInMs);
      return written;
    };
  }

  /** What is due before the next beat is taken up in time. */
  #lookIn(ms: number): void {
    if (ms < this.#times.lookEveryMs) this.#later(ms, () => this.#look());
  }

  #later(ms: number, run: () => void): void {
    if (this.#stopped !== undefined) return;
    const cancel = this.#ports.clock.after(ms, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }
}
