import type { Manifest } from '@assay/contracts';
import type { Verdict } from '@assay/json-schema';
import { bump, isPrerelease, mayAdd, newestFirst, releaseLine, versionKey } from '../version-number.js';
import { compareManifests } from './compare-manifests.js';
import type { Comparison, NeighbourComparison, NumberCheck, NumberedManifest } from './comparison.js';

/**
 * Whether the candidate may have its number among the versions of its tool, of any status: a yanked version was
 * published, and may be pinned.
 *
 * It is compared with the next lower and the next higher release. Only one of the same line (the same major; below 1.0
 * the same minor) can reject the number, since only a line promises compatibility. Pre-releases promise nothing: none
 * is compared against, and none is rejected; its comparison is shown.
 */
export function checkNumber(candidate: Manifest, versions: readonly NumberedManifest[]): NumberCheck {
  return new Neighbourhood(candidate, versions).check();
}

class Neighbourhood {
  readonly #candidate: Manifest;
  /** Newest first, without pre-releases and the candidate's own number. */
  readonly #releases: readonly NumberedManifest[];
  readonly #taken: ReadonlySet<string>;
  readonly #known = new Map<string, Comparison>();

  constructor(candidate: Manifest, versions: readonly NumberedManifest[]) {
    this.#candidate = candidate;
    const own = versionKey(candidate.version);
    this.#taken = new Set(versions.map(({ version }) => versionKey(version) ?? version));
    this.#releases = versions
      .filter(({ version }) => !isPrerelease(version) && versionKey(version) !== own)
      .sort((a, b) => newestFirst(a.version, b.version));
  }

  check(): NumberCheck {
    const number = this.#candidate.version;
    const { lower, higher, verdict } = this.#at(number);
    const required = verdict === 'holds' ? number : this.#required();
    return { verdict, ok: verdict === 'holds', lower, higher, required };
  }

  /** The neighbours' verdict on a number. */
  #at(number: string): Pick<NumberCheck, 'lower' | 'higher' | 'verdict'> {
    const below = this.#releases.find(({ version }) => newestFirst(version, number) > 0);
    const above = this.#releases.findLast(({ version }) => newestFirst(version, number) < 0);
    const lower = below && this.#beside(number, below, 'lower');
    const higher = above && this.#beside(number, above, 'higher');
    const verdicts: (Verdict | undefined)[] = [lower?.fits, higher?.fits];
    const verdict = (['fails', 'unknown'] as const).find((it) => verdicts.includes(it)) ?? 'holds';
    return { lower, higher, verdict };
  }

  #beside(number: string, { version, manifest }: NumberedManifest, side: 'lower' | 'higher'): NeighbourComparison {
    const comparison = this.#compared(version, manifest, side);
    const binding = !isPrerelease(number) && releaseLine(version) === releaseLine(number);
    const adds = side === 'lower' ? mayAdd(version, number) : mayAdd(number, version);
    return { version, side, comparison, binding, fits: binding ? fitOf(comparison, adds) : 'holds' };
  }

  #compared(version: string, manifest: Manifest, side: 'lower' | 'higher'): Comparison {
    const key = `${side} ${version}`;
    let comparison = this.#known.get(key);
    if (comparison === undefined) {
      comparison =
        side === 'lower' ? compareManifests(manifest, this.#candidate) : compareManifests(this.#candidate, manifest);
      this.#known.set(key, comparison);
    }
    return comparison;
  }

  /** The least free number that surely does: after each release from the candidate's on, what its change leads to. */
  #required(): string {
    const { lower } = this.#at(this.#candidate.version);
    const above = this.#releases
      .filter(({ version }) => newestFirst(version, this.#candidate.version) < 0)
      .map(({ version, manifest }) => ({ version, comparison: this.#compared(version, manifest, 'lower') }))
      .reverse();
    for (const { version, comparison } of [...(lower === undefined ? [] : [lower]), ...above]) {
      const number = this.#free(bump(version, comparison.requiredBump));
      if (this.#at(number).verdict === 'holds') return number;
    }
    return this.#free(bump(this.#releases[0]?.version ?? this.#candidate.version, 'major'));
  }

  #free(number: string): string {
    let free = number;
    while (this.#taken.has(free)) free = bump(free, 'patch');
    return free;
  }
}

function fitOf({ change }: Comparison, mayAddTo: boolean): Verdict {
  if (change === 'none' || (change === 'additive' && mayAddTo)) return 'holds';
  return change === 'unknown' ? 'unknown' : 'fails';
}
