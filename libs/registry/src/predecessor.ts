import type { ToolVersion } from './records.js';
import { isPrerelease, newestFirst, releaseLine } from './version-number.js';

/** The predecessor of a version, and whether both are of one line. */
export interface Predecessor {
  readonly version: ToolVersion;
  /** The same major; below 1.0 the same minor, which plays the major's part. */
  readonly sameLine: boolean;
}

/**
 * The predecessor of a version: the newest release below it, or the newest pre-release where there is no release.
 * Yanked or revoked versions are skipped.
 */
export function predecessorOf(
  versionKey: string,
  versions: readonly ToolVersion[],
  isRevoked: (version: ToolVersion) => boolean,
): Predecessor | undefined {
  const below = versions
    .filter((it) => newestFirst(it.versionKey, versionKey) > 0 && it.status !== 'YANKED' && !isRevoked(it))
    .sort((a, b) => newestFirst(a.versionKey, b.versionKey));
  const version = below.find((it) => !isPrerelease(it.versionKey)) ?? below[0];
  return version && { version, sameLine: releaseLine(version.versionKey) === releaseLine(versionKey) };
}
