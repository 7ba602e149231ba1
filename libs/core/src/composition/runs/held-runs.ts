import type { Clock } from '../../kernel/clock.js';
import { lostReason } from './carry-out.js';
import type { LiveRun } from './live-run.js';
import { type RunStore, runDefaults, type TakenRun } from './run.js';

export interface HeldRunsPorts {
  readonly store: Pick<RunStore, 'renew' | 'take' | 'release'>;
  /** Names this process among those that carry runs out. */
  readonly holder: string;
  readonly clock: Clock;
  /** Told of what goes wrong in the background and is tried again. */
  readonly onProblem: (cause: unknown) => void;
}

/**
 * The runs that this replica carries out. It says again and again that it does; when it cannot for too long it lets go of
 * them, before others think it dead. It goes on with those that a dead replica left, within seconds.
 */
export class HeldRuns {
  readonly #ports: HeldRunsPorts;
  readonly #live = new Map<string, LiveRun>();
  #resume: (taken: TakenRun) => void = () => undefined;
  #stopTimer: () => void = () => undefined;
  #turn: Promise<void> = Promise.resolve();
  #renewedAt = 0;
  #isOver = false;

  constructor(ports: HeldRunsPorts) {
    this.#ports = ports;
  }

  get holder(): string {
    return this.#ports.holder;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** A run of this principal that is carried out here. */
  find(id: string, principalId: string | null): LiveRun | undefined {
    const live = this.#live.get(id);
    return live?.run.principalId === principalId ? live : undefined;
  }

  countOf(principalId: string): number {
    let count = 0;
    for (const { run } of this.#live.values()) if (run.principalId === principalId) count += 1;
    return count;
  }

  /** Holds it until it has ended. */
  add(live: LiveRun): void {
    this.#live.set(live.run.id, live);
    void live.ended.then(() => this.#live.delete(live.run.id));
  }

  /** Begins to look for runs that nobody carries out; `resume` goes on with one. */
  start(resume: (taken: TakenRun) => void): void {
    this.#resume = resume;
    this.#renewedAt = this.#ports.clock.monotonic();
    this.#turn = this.#pass();
  }

  /** Lets go of every run: other replicas, or this one when it starts again, go on with them. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#stopTimer();
    await this.#turn;
    const all = [...this.#live.values()];
    for (const { controller } of all) controller.abort(lostReason);
    await Promise.all(all.map((it) => it.ended));
    await this.#ports.store.release(this.#ports.holder).catch(this.#ports.onProblem);
  }

  async #pass(): Promise<void> {
    await this.#renew().catch((cause: unknown) => {
      this.#ports.onProblem(cause);
      this.#letGoIfLate();
    });
    if (this.#isOver) return;
    this.#stopTimer = this.#ports.clock.after(runDefaults.renewEveryMs, () => {
      this.#turn = this.#pass();
    });
  }

  async #renew(): Promise<void> {
    const { store, holder, clock } = this.#ports;
    const kept = [...this.#live.values()].filter((it) => it.isKept).map((it) => it.run.id);
    const begun = clock.monotonic();
    if (kept.length > 0) {
      const mine = await store.renew(holder, kept, runDefaults.leaseMs);
      for (const id of kept) {
        const abort = mine.get(id) === undefined ? lostReason : mine.get(id)?.cancelled ? 'cancelled' : undefined;
        if (abort !== undefined) this.#live.get(id)?.controller.abort(abort);
      }
    }
    this.#renewedAt = begun;
    if (this.#isOver) return;
    for (const taken of await store.take(holder, runDefaults.leaseMs, runDefaults.takenAtOnce)) this.#resume(taken);
  }

  #letGoIfLate(): void {
    if (this.#ports.clock.monotonic() - this.#renewedAt < runDefaults.letGoAfterMs) return;
    for (const live of this.#live.values()) if (live.isKept) live.controller.abort(lostReason);
  }
}
