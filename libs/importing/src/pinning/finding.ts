import { definitionDiff, type Finding } from '@assay/registry';
import { upstreamKeyOf } from '../upstream-key.js';
import { definitionOf, derivedDefinition } from './definition.js';
import type { DefinitionCheckStore } from './definition-check-store.js';
import type { Observation } from './drift.js';

type Pinned = Awaited<ReturnType<DefinitionCheckStore['definitions']>>;

/** The stored definitions that drifted versions are pinned to, by digest. */
export async function pinnedDefinitions(
  looks: Pick<DefinitionCheckStore, 'definitions'>,
  drifted: readonly Observation[],
): Promise<Pinned> {
  if (drifted.length === 0) return new Map();
  return looks.definitions([...new Set(drifted.map((it) => it.version.upstreamDigest as string))]);
}

/**
 * Describes a drift: a sentence, and every place where the definition differs from the pinned one. `server` is the
 * upstream's current name.
 */
export function findingOf(
  { version, listed, observedDigest }: Observation,
  pinned: Pinned,
  observedAt: number,
  server: string,
): Finding {
  const kept = pinned.get(version.upstreamDigest as string);
  const diff =
    listed === undefined
      ? []
      : definitionDiff(kept ?? derivedDefinition(version.manifest, listed.name), definitionOf(listed));
  const tool = upstreamKeyOf(version.manifest);
  const finding =
    listed === undefined
      ? `${server} lists "${tool}" no more`
      : `${server} defines "${tool}" in another way than the version is pinned to${placesOf(diff.map((it) => it.path))}`;
  return { finding, observedDigest, diff, diffIsComplete: kept !== undefined || listed === undefined, observedAt };
}

const placesNamed = 3;

/** The root itself never differs: it is an object on both sides. */
const placesOf = (paths: readonly string[]): string => {
  if (paths.length === 0) return '';
  const named = paths.slice(0, placesNamed).join(', ');
  return ` (${named}${paths.length > placesNamed ? ` and ${paths.length - placesNamed} more` : ''})`;
};
