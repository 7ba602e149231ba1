import type { Finding, Quarantine, QuarantineQuery, QuarantineStore, Release, ToolVersion } from '@assay/registry';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Quarantines without a database. */
export class InMemoryQuarantineStore implements QuarantineStore {
  readonly #quarantines = new Map<string, Quarantine>();

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async open(quarantine: Quarantine): Promise<boolean> {
    const isOpen = this.#openOf(quarantine.versionId).some((it) => it.kind === quarantine.kind);
    if (isOpen || this.catalogue.version(quarantine.versionId) === undefined) return false;
    this.#put(quarantine);
    return true;
  }

  async observeAgain(id: string, finding: Finding): Promise<boolean> {
    const present = this.#quarantines.get(id);
    if (present === undefined || present.releasedAt !== null || present.observedAt > finding.observedAt) return false;
    this.#put({ ...present, ...finding });
    return true;
  }

  async release(id: string, { at, because, by }: Release): Promise<boolean> {
    const present = this.#quarantines.get(id);
    if (present === undefined || present.releasedAt !== null) return false;
    this.#put({ ...present, releasedAt: at, releasedBecause: because, releasedBy: by });
    return true;
  }

  async setSuccessor(id: string, successor: string): Promise<void> {
    const present = this.#quarantines.get(id);
    if (present) this.#quarantines.set(id, { ...present, successor });
  }

  async find(id: string): Promise<Quarantine | undefined> {
    return this.#quarantines.get(id);
  }

  async list({ namespaces, state, tool, after, limit }: QuarantineQuery): Promise<readonly Quarantine[]> {
    return this.#newestFirst()
      .filter((it) => {
        const version = this.catalogue.version(it.versionId) as ToolVersion;
        const isAsked = tool === undefined || tool === `${version.namespace}/${version.tool}`;
        return isAsked && namespaces.includes(version.namespace);
      })
      .filter((it) => state === undefined || (state === 'open') === (it.releasedAt === null))
      .filter((it) => after === undefined || it.id < after)
      .slice(0, limit);
  }

  async openOf(versionIds: readonly string[]): Promise<readonly Quarantine[]> {
    return versionIds.flatMap((id) => this.#openOf(id));
  }

  #newestFirst = (): Quarantine[] => [...this.#quarantines.values()].sort((a, b) => (a.id < b.id ? 1 : -1));

  #openOf = (versionId: string): Quarantine[] =>
    [...this.#quarantines.values()]
      .filter((it) => it.versionId === versionId && it.releasedAt === null)
      .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));

  #put(quarantine: Quarantine): void {
    this.#quarantines.set(quarantine.id, quarantine);
    const oldest = this.#openOf(quarantine.versionId)[0];
    this.catalogue.amend(quarantine.versionId, (version) => ({
      ...version,
      quarantined: oldest === undefined ? null : { since: oldest.since, finding: oldest.finding },
    }));
  }
}
