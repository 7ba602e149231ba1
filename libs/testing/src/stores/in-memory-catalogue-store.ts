import type { CatalogueStore, Import, PublishOutcome, Server, ToolVersion } from '@assay/core';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** The catalogue without a database. Every write is told to the feed at once. */
export class InMemoryCatalogueStore implements CatalogueStore {
  /** By namespace, tool and version key. */
  readonly #versions = new Map<string, ToolVersion>();
  readonly #servers = new Map<string, Server>();
  readonly #imports = new Map<string, Import>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async publish(version: ToolVersion): Promise<PublishOutcome> {
    const key = keyOf(version);
    const present = this.#versions.get(key);
    if (present) return { kind: 'exists', version: present };
    this.#versions.set(key, version);
    this.feed.put('tool-version', version);
    return { kind: 'published' };
  }

  async addServer(server: Server): Promise<'added' | 'taken'> {
    const isTaken = [...this.#servers.values()].some(
      ({ namespace, name }) => namespace === server.namespace && name === server.name,
    );
    if (isTaken) return 'taken';
    this.#servers.set(server.id, server);
    this.feed.put('server', server);
    return 'added';
  }

  async changeServer({ id, mcp, stateless, updatedAt }: Server): Promise<boolean> {
    const present = this.#servers.get(id);
    if (!present) return false;
    const changed = { ...present, mcp, stateless, updatedAt };
    this.#servers.set(id, changed);
    this.feed.put('server', changed);
    return true;
  }

  async removeServer(id: string): Promise<boolean> {
    const isRemoved = this.#servers.delete(id);
    if (isRemoved) this.feed.remove('server', id);
    return isRemoved;
  }

  async addImport(proposed: Import): Promise<void> {
    this.#imports.set(proposed.id, proposed);
  }

  async findImport(id: string): Promise<Import | undefined> {
    return this.#imports.get(id);
  }

  async addUsage(calls: ReadonlyMap<string, number>): Promise<void> {
    for (const version of this.#versions.values()) {
      const number = calls.get(version.id);
      if (number === undefined) continue;
      const used = { ...version, usageCount: version.usageCount + number };
      this.#versions.set(keyOf(version), used);
      this.feed.put('tool-version', used);
    }
  }
}

const keyOf = ({ namespace, tool, versionKey }: ToolVersion): string => `${namespace}/${tool}@${versionKey}`;
