import { type LearningSetting, type LearningStore, type LearntOutcome, mostOutcomes } from '@assay/discovery';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** What was learnt, without a database. */
export class InMemoryLearningStore implements LearningStore {
  readonly #outcomes = new Map<string, LearntOutcome>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async add(outcomes: readonly LearntOutcome[]): Promise<void> {
    for (const outcome of outcomes) {
      if (this.#outcomes.has(outcome.id)) continue;
      this.#outcomes.set(outcome.id, outcome);
      this.feed.put('learnt-outcome', outcome);
    }
    for (const [, own] of Map.groupBy(this.#outcomes.values(), (it) => it.organisationId)) {
      const oldestLast = own.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
      for (const { id } of oldestLast.slice(mostOutcomes)) this.#remove(id);
    }
  }

  erase = async (organisationId: string): Promise<number> =>
    this.#removeAll((it) => it.organisationId === organisationId);

  erasePrincipal = async (organisationId: string, principalId: string): Promise<number> =>
    this.#removeAll((it) => it.organisationId === organisationId && it.principalId === principalId);

  forgetBefore = async (at: number): Promise<number> => this.#removeAll((it) => it.at < at);

  async setLearning(setting: LearningSetting): Promise<void> {
    this.feed.put('learning-setting', setting);
  }

  #removeAll(isMeant: (outcome: LearntOutcome) => boolean): number {
    const meant = [...this.#outcomes.values()].filter(isMeant);
    for (const { id } of meant) this.#remove(id);
    return meant.length;
  }

  #remove(id: string): void {
    this.#outcomes.delete(id);
    this.feed.remove('learnt-outcome', id);
  }
}
