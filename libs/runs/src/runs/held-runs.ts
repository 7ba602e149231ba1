import type { Clock } from '@assay/kernel';
import type { LiveRun } from './live-run.js';
import { type RunStore, runDefaults, type TakenRun } from './run.js';

export interface HeldRunsPorts {
  readonly store: Pick<RunStore, 'renew' | 'take' | 'release'>;
  /** Names this process among those that carry runs out. */
  readonly holder: string;
  readonly clock: Clock;
  /** Called for background failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
}

/**
 * The runs that this replica executes. It renews their lease regularly; when it fails to for too long it releases them,
 * before others consider it dead. It continues those that a dead replica left, within seconds.
 */
export class HeldRuns {
  readonly #ports: HeldRunsPorts;
  readonly #live = new Map<string, LiveRun>();
  readonly #counts = new Map<string, number>();
  #named = 0;
  #resume: (taken: TakenRun) => unknown = () => undefined;
  #stopTimer: () => void = () => undefined;
  #turn: Promise<void> = Promise.resolve();
  #renewedAt = 0;
  #isClosing = false;
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

  /** Names one carrying out of a run: nobody else's, and none of its own before, is called the same. */
  nextName(): string {
    this.#named += 1;
    return `${this.#ports.holder.slice(-12)}.${this.#named.toString(36)}`;
  }

  /** A run of this principal that is carried out here. */
  find(id: string, principalId: string | null): LiveRun | undefined {
    const live = this.#live.get(id);
    return live?.run.principalId === principalId ? live : undefined;
  }

  /** How many of this principal are carried out here, or are about to be. */
  countOf(principalId: string): number {
    return this.#counts.get(principalId) ?? 0;
  }

  /** Holds it until it has ended. */
  add(live: LiveRun): void {
    const { id, principalId } = live.run;
    this.#live.set(id, live);
    const leave = this.reserve(principalId);
    void live.ended.then(() => {
      // It may have been left, and taken up again here, meanwhile.
      if (this.#live.get(id) === live) this.#live.delete(id);
      leave();
    });
  }

  /** Keeps a place for a run of this principal that is about to be held; what it answers gives the place up again. */
  reserve(principalId: string): () => void {
    this.#counts.set(principalId, this.countOf(principalId) + 1);
    return () => {
      const left = this.countOf(principalId) - 1;
      if (left === 0) this.#counts.delete(principalId);
      else this.#counts.set(principalId, left);
    };
  }

  /** Begins to look for runs that nobody carries out; `resume` goes on with one. */
  start(resume: (taken: TakenRun) => unknown): void {
    this.#resume = resume;
    this.#renewedAt = this.#ports.clock.monotonic();
    this.#turn = this.#pass();
  }

  /** From now on no run is taken up, and no step begins of a run that no request waits for: another replica goes on with it. */
  beginNothing(): void {
    this.#isClosing = true;
  }

  /** Resolves when a step of this run may start, or when the run is released or cancelled. */
  async mayBegin({ isAwaited, controller: { signal } }: LiveRun): Promise<void> {
    if (!this.#isClosing || isAwaited || signal.aborted) return;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  /** Releases every run: other replicas, or this one when it restarts, continue them. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#stopTimer();
    await this.#turn;
    const all = [...this.#live.values()];
    for (const live of all) live.leave();
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
    // A released run is not held any longer, though its last steps may still end here.
    const kept = [...this.#live.values()].filter((it) => it.isKept && !it.left.aborted).map((it) => it.run.id);
    const begun = clock.monotonic();
    if (kept.length > 0) {
      const mine = await store.renew(holder, kept, runDefaults.leaseMs);
      for (const id of kept) {
        const live = this.#live.get(id);
        if (mine.get(id) === undefined) live?.leave();
        else if (mine.get(id)?.cancelled) live?.controller.abort('cancelled');
      }
    }
    this.#renewedAt = begun;
    await this.#takeAll();
  }

  /** As many as there are, so that who has died with a thousand is replaced at once. */
  async #takeAll(): Promise<void> {
    const { store, holder, onProblem } = this.#ports;
    for (let isMore = true; isMore && !this.#isOver && !this.#isClosing; ) {
      const taken = await store.take(holder, runDefaults.leaseMs, runDefaults.takenAtOnce);
      isMore = taken.length === runDefaults.takenAtOnce;
      for (const each of taken) {
        // One that is still ending here is taken up when its lease has lapsed once more.
        if (this.#live.has(each.run.id)) continue;
        try {
          await this.#resume(each);
        } catch (cause) {
          onProblem(cause);
        }
      }
    }
  }

  #letGoIfLate(): void {
    if (this.#ports.clock.monotonic() - this.#renewedAt < runDefaults.letGoAfterMs) return;
    for (const live of this.#live.values()) if (live.isKept) live.leave();
  }
}
