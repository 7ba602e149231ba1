import type { Caller, Directory } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { type Catalogue, searchedVersion, ToolCounts, visibleVersions } from '@assay/registry';

/** Tools that are looked at before others have their turn: about 2 ms. */
const atATime = 200;
/** How old a count may be, in ms: counting looks at every tool, about 10 µs each, and anybody may ask. */
export const keptMs = 10_000;
/** Different views of the catalogue that are kept. */
const maxKept = 200;

interface Kept {
  readonly at: number;
  readonly counts: Promise<ToolCounts>;
}

/**
 * The number of tools a caller sees, by capability. Callers with the same visibility share a count of the last 10 s; a
 * change of the taxonomy, or of visibility, is recounted immediately.
 */
export class CountedTools {
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly directory: Directory,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  of(caller: Caller): Promise<ToolCounts> {
    const key = JSON.stringify([this.catalogue.taxonomy.epoch, this.directory.epoch, [...caller.tokens].sort()]);
    const known = this.#kept.get(key);
    const now = this.clock.monotonic();
    if (known !== undefined && now - known.at < keptMs) return known.counts;
    if (this.#kept.size >= maxKept) this.#kept.clear();
    const counts = this.#count(caller);
    this.#kept.set(key, { at: now, counts });
    return counts;
  }

  async #count(caller: Caller): Promise<ToolCounts> {
    const counts = new ToolCounts(this.catalogue.taxonomy);
    let looked = 0;
    for (const tool of [...this.catalogue.tools()]) {
      const version = searchedVersion(visibleVersions(tool, caller, this.directory), this.catalogue.revocations);
      counts.add(version?.manifest.capabilities ?? []);
      looked += 1;
      if (looked % atATime === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return counts;
  }
}
