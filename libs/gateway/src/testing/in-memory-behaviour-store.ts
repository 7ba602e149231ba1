import { addedDay, type BehaviourDay, type BehaviourStore } from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Days of behaviour without a database. */
export class InMemoryBehaviourStore implements BehaviourStore {
  #days = new Map<string, BehaviourDay>();

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async add(days: readonly BehaviourDay[]): Promise<void> {
    for (const it of days) {
      if (this.catalogue.version(it.versionId) === undefined) continue;
      const key = `${it.versionId} ${it.day}`;
      const former = this.#days.get(key);
      this.#days.set(key, former === undefined ? it : addedDay(former, it));
    }
  }

  async active(day: number): Promise<readonly string[]> {
    const ids = [...this.#days.values()].filter((it) => it.day >= day).map((it) => it.versionId);
    return [...new Set(ids)].sort();
  }

  async days(versionId: string, since: number): Promise<readonly BehaviourDay[]> {
    return [...this.#days.values()]
      .filter((it) => it.versionId === versionId && it.day >= since)
      .sort((a, b) => a.day - b.day);
  }

  async forget(before: number): Promise<void> {
    this.#days = new Map([...this.#days].filter(([, it]) => it.day >= before));
  }
}
