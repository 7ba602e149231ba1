import { maxToolsets, type Toolset, type ToolsetStore } from '@assay/registry';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Toolsets without a database. */
export class InMemoryToolsetStore implements ToolsetStore {
  readonly #toolsets = new Map<string, Toolset>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async add(toolset: Toolset): Promise<'added' | 'name_taken' | 'full'> {
    const own = [...this.#toolsets.values()].filter((it) => it.organisationId === toolset.organisationId);
    if (own.some((it) => it.name === toolset.name)) return 'name_taken';
    if (own.length >= maxToolsets) return 'full';
    this.#put(toolset);
    return 'added';
  }

  async replace({ id, description, visibility, tools, updatedAt, responseTokens, enables }: Toolset): Promise<boolean> {
    const present = this.#toolsets.get(id);
    if (present !== undefined)
      this.#put({ ...present, description, visibility, tools, updatedAt, responseTokens, enables });
    return present !== undefined;
  }

  async remove(id: string): Promise<void> {
    if (this.#toolsets.delete(id)) this.feed.remove('toolset', id);
  }

  #put(toolset: Toolset): void {
    this.#toolsets.set(toolset.id, toolset);
    this.feed.put('toolset', toolset);
  }
}
