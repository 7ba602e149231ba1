import type { ToolVersion } from '../../catalog/records.js';
import { splitReference } from '../../kernel/qualified-name.js';
import type { StandIn } from '../resilience/fallbacks.js';
import { paceOf } from '../resilience/share-time.js';
import { fitsUnasked } from './contract-fit.js';

/** Tools that nobody declared, behind those that somebody did. */
const mostFoundLevels = 4;
const comparedCap = 10_000;

/** Levels made of what discovery finds. Versions never change, so that two contracts are compared once. */
export class FoundLevels {
  /** Whether one version may stand in for another, by both their ids. */
  readonly #compared = new Map<string, boolean>();

  /** Of what was found, the tools whose contract fits the primary's and that do not stand there already. */
  behind(primary: ToolVersion, found: readonly ToolVersion[], before: readonly StandIn[], from: number): StandIn[] {
    const names = new Set([primary.manifest.name, ...before.map(({ tool }) => splitReference(tool)[0])]);
    return found
      .filter((it) => !names.has(it.manifest.name) && this.#fits(primary, it))
      .slice(0, mostFoundLevels)
      .map((it, at) => foundLevel(it, from + at));
  }

  #fits(primary: ToolVersion, other: ToolVersion): boolean {
    const key = `${primary.id} ${other.id}`;
    const known = this.#compared.get(key);
    if (known !== undefined) return known;
    if (this.#compared.size >= comparedCap) this.#compared.clear();
    const fits = fitsUnasked(primary.manifest, other.manifest);
    this.#compared.set(key, fits);
    return fits;
  }
}

/** Pinned to the version whose contract was compared. */
export const foundLevel = (version: ToolVersion, level: number): StandIn => ({
  level,
  tool: `${version.manifest.name}@${version.versionKey}`,
  accuracy: 1,
  versionId: version.id,
  pace: paceOf(version),
  readOnly: version.manifest.annotations?.readOnlyHint === true,
});
