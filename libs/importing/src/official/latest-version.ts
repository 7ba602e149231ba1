import { isShown, type RegistryServer, type ServerVersion } from './registry-server.js';
import { compareVersions } from './version-text.js';

type Versioned = Pick<
  ServerVersion,
  'id' | 'version' | 'publishedAt' | 'status' | 'revocation' | 'isLatest' | 'origin' | 'official'
>;

/**
 * The latest of a name's versions: the highest visible one; when none is visible, the highest. For a mirrored server it
 * is its origin's latest, as long as that is visible. Among equals, the one published later.
 */
export function latestOf<T extends Versioned>(versions: readonly T[]): T | undefined {
  const shown = versions.filter(isShown);
  const candidates = shown.length > 0 ? shown : versions;
  const named = candidates.filter(({ official }) => official?.isLatest === true);
  return (named.length > 0 ? named : candidates).reduce<T | undefined>(
    (best, it) => (best === undefined || isHigher(it, best) ? it : best),
    undefined,
  );
}

function isHigher(a: Versioned, b: Versioned): boolean {
  const order = compareVersions(a.version, b.version, a.publishedAt, b.publishedAt);
  return order === 0 ? a.publishedAt > b.publishedAt : order > 0;
}

/** The updates needed for exactly the latest version to be marked as such. */
export function latestUpdates(
  versions: readonly Versioned[],
  at: number,
): Pick<RegistryServer, 'id' | 'isLatest' | 'updatedAt'>[] {
  const latest = latestOf(versions);
  return versions
    .filter((it) => it.isLatest !== (it.id === latest?.id))
    .map((it) => ({ id: it.id, isLatest: it.id === latest?.id, updatedAt: at }));
}
