import type { Capability, CapabilityPatch, CapabilityStore, Seeding } from '@assay/registry';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** The taxonomy without a database. Every write is sent to the feed immediately. */
export class InMemoryCapabilityStore implements CapabilityStore {
  readonly #capabilities = new Map<string, Capability>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async seed({ organisationId, version, capabilities, at }: Seeding): Promise<void> {
    for (const { id, ...seeded } of capabilities) {
      const present = this.#capabilities.get(seeded.tag);
      if (present === undefined) {
        this.#keep({
          ...seeded,
          id,
          organisationId,
          deprecated: false,
          seedVersion: version,
          editedAt: null,
          createdAt: at,
          createdBy: null,
        });
      } else if (present.editedAt === null && present.seedVersion !== null && present.seedVersion < version) {
        this.#keep({ ...present, ...seeded, seedVersion: version });
      }
    }
  }

  async add(capability: Capability): Promise<'added' | 'taken'> {
    if (this.#capabilities.has(capability.tag)) return 'taken';
    this.#keep(capability);
    return 'added';
  }

  async change(tag: string, patch: CapabilityPatch, at: number): Promise<boolean> {
    const present = this.#capabilities.get(tag);
    if (present === undefined || present.mergedInto !== null) return false;
    if (patch.parent != null && this.#liesBelow(patch.parent, tag)) return false;
    this.#keep({ ...present, ...patch, editedAt: at });
    return true;
  }

  async merge(tag: string, into: string, at: number): Promise<boolean> {
    const living = [tag, into].filter((it) => this.#capabilities.get(it)?.mergedInto === null);
    if (new Set(living).size !== 2 || this.#liesBelow(into, tag)) return false;
    for (const it of [...this.#capabilities.values()]) {
      if (it.tag === tag || it.mergedInto === tag) this.#keep({ ...it, mergedInto: into, editedAt: at });
      else if (it.parent === tag && it.tag !== into) this.#keep({ ...it, parent: into, editedAt: at });
    }
    return true;
  }

  #liesBelow(tag: string, above: string): boolean {
    const seen = new Set<string>();
    for (let next: string | null = tag; next !== null && !seen.has(next); ) {
      if (next === above) return true;
      seen.add(next);
      const it: Capability | undefined = this.#capabilities.get(next);
      next = it?.mergedInto ?? it?.parent ?? null;
    }
    return false;
  }

  #keep(capability: Capability): void {
    this.#capabilities.set(capability.tag, capability);
    this.feed.put('capability', capability);
  }
}
