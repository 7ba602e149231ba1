import { blameOf, type CallFinished, type Clock, dayMs, type Random } from '@assay/kernel';
import { addedWeight } from './flood-weight.js';
import type { LearningStore } from './learning-store.js';
import type { Learnt } from './learnt.js';
import { type LearntOutcome, maxTask } from './learnt-outcome.js';
import type { RecentSearch, RecentSearches } from './recent-searches.js';
import { redactTask, type TaskContent } from './redact-task.js';

export interface LearnFromCallsPorts {
  readonly learnt: Pick<Learnt, 'isOn'>;
  readonly searches: Pick<RecentSearches, 'of' | 'latest'>;
  readonly store: Pick<LearningStore, 'add'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: Pick<Random, 'uuid'>;
  /** What of a task's text is not stored. */
  readonly content: TaskContent;
  /** Called for outcomes that could not be written, which are retried, and for texts that could not be examined, which are dropped. */
  readonly onProblem: (cause: unknown) => void;
}

/** How much of a task is read. Secrets are looked for in all of it, since a cut may leave half of one. */
const maxRead = 4 * maxTask;
/** What a call counts that names neither its task nor its search, but follows a search of its principal. */
const presumedWeight = 0.5;

/** As it can be kept: a database keeps no NUL, and no half of a character, such as cutting leaves. */
const keepable = (text: string): string => text.replaceAll('\0', ' ').trim().slice(0, maxTask).toWellFormed();

interface Linked {
  readonly search: RecentSearch | undefined;
  readonly searchId: string | null;
}

const flushEveryMs = 5_000;
/** More unwritten ones than this and new ones are not noted: the database is away. */
const maxWaiting = 5_000;
/** Maximum callers and tools counted at a time; above it, all counts restart. */
const maxCounted = 50_000;
/** What weighs less says nothing, and would only push others out: reached at the 45th call of a tool on one day. */
const minWeight = 0.05;

/**
 * Learns from finished calls: of organisations that did not switch it off, and only what was the tool's success or the tool's fault. A
 * call names what it was for itself (`task`), or the search that led to it, or follows such a search of its principal. Secrets
 * and personal data are removed from the text before it is stored. A caller's flood weighs little: after ten
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
    const { searchId, search } = this.#searchOf(call);
    const task = call.task ?? search?.text ?? '';
    if (task.trim() === '') return;
    const isPresumed = call.task === null && call.discoveryId === null;
    const weight = this.#weigh(call) * (isPresumed ? presumedWeight : 1);
    if (weight < minWeight) return;
    this.#waiting.push({
      id: this.ports.random.uuid(),
      organisationId: call.organisationId,
      principalId: call.principalId,
      searchId,
      task: task.slice(0, maxRead),
      tool: call.tool,
      succeeded: blame === 'none',
      weight,
      shown: search?.shown ?? [],
      standing: search?.standings.get(call.tool) ?? [],
      at: call.at,
    });
    this.#flushLater();
  };

  /** The search that the call names; without a search or a task, its principal's latest that showed the tool. */
  #searchOf({ discoveryId, task, tool, organisationId, principalId }: CallFinished): Linked {
    const { searches } = this.ports;
    if (discoveryId !== null) {
      const search = searches.of(discoveryId, organisationId);
      return { search, searchId: search === undefined ? null : discoveryId };
    }
    if (task !== null) return { search: undefined, searchId: null };
    const [searchId = null, search] = searches.latest(tool, { organisationId, principalId }) ?? [];
    return { search, searchId };
  }

  /**
   * Drops what is not written yet of an organisation, or of one of its principals; afterwards nothing of before is on its way
   * to the store.
   */
  async forget(organisationId: string, principalId?: string): Promise<void> {
    const drop = () => {
      this.#waiting = this.#waiting.filter(
        (it) => it.organisationId !== organisationId || (principalId !== undefined && it.principalId !== principalId),
      );
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
    const storable = await this.#storable(batch);
    if (storable.length === 0) return;
    try {
      await this.ports.store.add(storable);
    } catch (cause) {
      this.#waiting = [...storable, ...this.#waiting];
      this.ports.onProblem(cause);
      this.#flushLater();
    }
  }

  /** Without secrets and personal data; what could not be examined is not stored. */
  async #storable(batch: readonly LearntOutcome[]): Promise<LearntOutcome[]> {
    const storable: LearntOutcome[] = [];
    for (const outcome of batch) {
      try {
        const task = keepable(await redactTask(outcome.task, this.ports.content));
        if (task !== '') storable.push({ ...outcome, task });
      } catch (cause) {
        this.ports.onProblem(cause);
      }
    }
    return storable;
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
