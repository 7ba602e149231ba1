import type { StageChange, StageStore } from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Stages without a database. */
export class InMemoryStageStore implements StageStore {
  readonly #changes: StageChange[] = [];
  readonly #watched = new Map<string, number>();

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async change(change: StageChange): Promise<boolean> {
    if (this.catalogue.version(change.versionId)?.stage !== change.from) return false;
    this.#changes.unshift(change);
    this.#watched.delete(change.versionId);
    this.catalogue.amend(change.versionId, (version) => ({ ...version, stage: change.to }));
    return true;
  }

  async history(versionId: string, limit: number): Promise<readonly StageChange[]> {
    return this.#changes.filter((it) => it.versionId === versionId).slice(0, limit);
  }

  async last(versionIds: readonly string[]): Promise<readonly StageChange[]> {
    return versionIds.flatMap((id) => this.#changes.find((it) => it.versionId === id) ?? []);
  }

  async watched(): Promise<ReadonlyMap<string, number>> {
    return new Map(this.#watched);
  }

  async watch(versionId: string, since: number | null): Promise<void> {
    if (since === null) this.#watched.delete(versionId);
    else if (this.catalogue.version(versionId) !== undefined) this.#watched.set(versionId, since);
  }
}
