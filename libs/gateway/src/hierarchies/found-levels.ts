import { splitReference } from '@assay/kernel';
import { type Catalogue, independentGroups, type KnownLatency, type ToolVersion } from '@assay/registry';
import type { FallbackLevel } from '../resilience/fallback-level.js';
import { paceOf } from '../resilience/share-time.js';
import { fitsUnasked } from './contract-fit.js';

/** Tools that nobody declared, behind those that somebody did. */
const maxFoundLevels = 4;
const comparedCap = 10_000;

/** Where found levels go, and what is known of them. */
export interface Behind {
  readonly before: readonly FallbackLevel[];
  readonly from: number;
  readonly latency: (version: ToolVersion) => KnownLatency;
  readonly catalogue: Pick<Catalogue, 'serverFor'>;
}

/** Levels made of what discovery finds. Versions never change, so that two contracts are compared once. */
export class FoundLevels {
  /** Whether one version may replace another, by both their ids. */
  readonly #compared = new Map<string, boolean>();

  /** Of what was found, the tools whose contract fits the primary's and that do not stand there already. */
  behind(
    primary: ToolVersion,
    found: readonly ToolVersion[],
    { before, from, latency, catalogue }: Behind,
  ): FallbackLevel[] {
    const names = new Set([primary.manifest.name, ...before.map(({ tool }) => splitReference(tool)[0])]);
    const fitting = found.filter((it) => !names.has(it.manifest.name) && this.#fits(primary, it));
    // What shares a namespace or an upstream with the primary tends to fail with it.
    const [own, ...groups] = independentGroups([primary, ...fitting], catalogue);
    const independent = fitting.filter((_, at) => groups[at] !== own);
    const related = fitting.filter((_, at) => groups[at] === own);
    return [...independent, ...related]
      .slice(0, maxFoundLevels)
      .map((it, at) => foundLevel(it, from + at, latency(it)));
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
export const foundLevel = (version: ToolVersion, level: number, latency: KnownLatency): FallbackLevel => ({
  level,
  tool: `${version.manifest.name}@${version.versionKey}`,
  accuracy: 1,
  versionId: version.id,
  pace: paceOf(latency),
  isMeasured: latency.isMeasured,
  readOnly: version.manifest.annotations?.readOnlyHint === true,
});
