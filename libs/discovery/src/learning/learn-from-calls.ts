import { blameOf, type CallFinished, type Clock, dayMs, type Random } from '@assay/kernel';
import { addedWeight } from './flood-weight.js';
import type { LearningStore } from './learning-store.js';
import type { Learnt } from './learnt.js';
import { type LearntOutcome, maxTask } from './learnt-outcome.js';
import type { RecentSearches } from './recent-searches.js';

export interface LearnFromCallsPorts {
  readonly learnt: Pick<Learnt, 'isOn'>;
  readonly searches: Pick<RecentSearches, 'of'>;
  readonly store: Pick<LearningStore, 'add'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Called for outcomes that could not be written; they are retried. */
  readonly onProblem: (cause: unknown) => void;
}

/** As it can be kept: a database keeps no NUL, and no half of a character, such as cutting leaves. */
const keepable = (text: string): string => text.replaceAll('\0', ' ').trim().slice(0, maxTask).toWellFormed();

const flushEveryMs = 5_000;
/** More unwritten ones than this and new ones are not noted: the database is away. */
const maxWaiting = 5_000;
/** Maximum callers and tools counted at a time; above it, all counts restart. */
const maxCounted = 50_000;
/** What weighs less says nothing, and would only push others out: reached at the 45th call of a tool on one day. */
const minWeight = 0.05;

/**
 * Learns from finished calls: of organisations that want it, and only what was the tool's success or the tool's fault. A
 * call names what it was for itself (`task`), or the search that led to it. A caller's flood weighs little: after ten
 * calls of a tool on a day the n-th weighs about 100/n². Written in groups; a crash loses the last 5 s of this replica.
 */
export class LearnFromCalls {
  #waiting: LearntOutcome[] = [];
  #calls = new Map<string, number>();
  #day = 0;
  #stopTimer: (() => void) | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(private readonly ports: LearnFromCallsPorts) {}

  note = (call: CallFinished): void => {
    if (!this.ports.learnt.isOn(call.organisationId) || this.#waiting.length >= maxWaiting) return;
    const blame = blameOf(call);
    if (blame !== 'none' && blame !== 'tool') return;
    const search =
      call.discoveryId === null ? undefined : this.ports.searches.of(call.discoveryId, call.organisationId);
    const task = keepable(call.task ?? search?.text ?? '');
    if (task === '') return;
    const weight = this.#weigh(call);
    if (weight < minWeight) return;
    this.#waiting.push({
      id: this.ports.random.uuid(),
      organisationId: call.organisationId,
      searchId: search === undefined ? null : call.discoveryId,
      task,
      tool: call.tool,
      succeeded: blame === 'none',
      weight,
      shown: search?.shown ?? [],
      standing: search?.standings.get(call.tool) ?? [],
      at: call.at,
    });
    this.#flushLater();
  };

  /** Drops what is not written yet of an organisation; afterwards nothing of before is on its way to the store. */
  async forget(organisationId: string): Promise<void> {
    const drop = () => {
      this.#waiting = this.#waiting.filter((it) => it.organisationId !== organisationId);
    };
    drop();
    await this.#flushing;
    // What could not be written waits again.
    drop();
  }

  /** Writes what there is; flushes follow one another. What cannot be written stays for the next time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    try {
      await this.ports.store.add(batch);
    } catch (cause) {
      this.#waiting = [...batch, ...this.#waiting];
      this.ports.onProblem(cause);
      this.#flushLater();
    }
  }

  #flushLater(): void {
    this.#stopTimer ??= this.ports.clock.after(flushEveryMs, () => void this.flush());
  }

  #weigh({ principalId, tool, at }: CallFinished): number {
    const day = Math.floor(at / dayMs);
    if (day !== this.#day || this.#calls.size >= maxCounted) this.#calls = new Map();
    this.#day = day;
    const key = `${principalId} ${tool}`;
    const before = this.#calls.get(key) ?? 0;
    this.#calls.set(key, before + 1);
    return addedWeight(before, 1);
  }
}
