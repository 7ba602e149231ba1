import type { Definition, DefinitionCheckStore, Look } from '@assay/importing';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** What looking at upstreams leaves behind, without a database. */
export class InMemoryDefinitionCheckStore implements DefinitionCheckStore {
  readonly #looks = new Map<string, Look>();
  readonly #definitions = new Map<string, Definition>();

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async look(serverId: string): Promise<Look | undefined> {
    return this.#looks.get(serverId);
  }

  async looks(): Promise<readonly Look[]> {
    return [...this.#looks.values()].sort((a, b) => (a.serverId < b.serverId ? -1 : 1));
  }

  async keepLook(look: Look): Promise<void> {
    const former = this.#looks.get(look.serverId);
    if (!this.catalogue.hasServer(look.serverId) || (former && former.lookedAt > look.lookedAt)) return;
    this.#looks.set(look.serverId, look);
  }

  async keepDefinitions(definitions: ReadonlyMap<string, Definition>): Promise<void> {
    for (const [digest, definition] of definitions)
      if (!this.#definitions.has(digest)) this.#definitions.set(digest, definition);
  }

  async definitions(digests: readonly string[]): Promise<ReadonlyMap<string, Definition>> {
    return new Map([...this.#definitions].filter(([digest]) => digests.includes(digest)));
  }
}
