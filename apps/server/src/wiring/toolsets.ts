import { ToolsetTools } from '@assay/gateway';
import type { IdentityPorts } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { type Catalogue, ManageToolsets, type ToolsetChange, type ToolsetStore, Toolsets } from '@assay/registry';
import { filterChanges, type Kinded } from './filter-changes.js';

interface ToolsetParts extends Omit<IdentityPorts, 'store'> {
  readonly catalogue: Catalogue;
  readonly store: ToolsetStore;
}

/** Changes that may move what a toolset shows. */
const moving: ReadonlySet<string> = new Set([
  'toolset',
  'tool-version',
  'revocation',
  'grant',
  'endorsement',
  'namespace',
]);

/** Toolsets, kept in memory as the change feed tells them. */
export function buildToolsets(parts: ToolsetParts) {
  const all = new Toolsets();
  const tools = new ToolsetTools(parts.catalogue, parts.directory);
  const shown = new Shown(() => tools.signature(all.all()), parts.clock);
  const take = filterChanges<ToolsetChange>(['toolset'], (change) => all.apply(change));
  return {
    /** Called when a set's contents have changed, at most once a second. */
    listen: (listener: () => void) => shown.listen(listener),
    manage: new ManageToolsets({ ...parts, toolsets: all }),
    tools,
    following:
      <C extends Kinded>(apply: (changes: readonly Exclude<C, ToolsetChange>[]) => Promise<void>) =>
      async (changes: readonly (C | ToolsetChange)[]): Promise<void> => {
        await take<C>(apply)(changes);
        if (changes.some(({ kind }) => moving.has(kind))) shown.mayHaveChanged();
      },
  };
}

const lookAfterMs = 1_000;

/** Compares what is shown now with what was, a while after something moved, and tells when it differs. */
class Shown {
  readonly #listeners = new Set<() => void>();
  #last = '';
  #waiting = false;

  constructor(
    private readonly signature: () => string,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  listen(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#last = this.signature();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  mayHaveChanged(): void {
    if (this.#waiting || this.#listeners.size === 0) return;
    this.#waiting = true;
    this.clock.after(lookAfterMs, () => this.#look());
  }

  #look(): void {
    this.#waiting = false;
    const now = this.signature();
    if (now === this.#last) return;
    this.#last = now;
    for (const tell of this.#listeners) tell();
  }
}
