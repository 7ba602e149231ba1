import type { ToolVersion } from '../records.js';
import { isPrerelease, newestFirst } from '../version-number.js';

/**
 * The version to migrate to: the newest release that is newer and not itself deprecated. `isFit` filters versions that
 * the users could not use.
 */
export const successorOf = (
  version: Pick<ToolVersion, 'versionKey'>,
  versions: readonly ToolVersion[],
  isFit: (successor: ToolVersion) => boolean = () => true,
): ToolVersion | undefined =>
  versions
    .filter(
      (it) =>
        it.status === 'ACTIVE' &&
        it.quarantined === null &&
        !isPrerelease(it.versionKey) &&
        newestFirst(it.versionKey, version.versionKey) < 0 &&
        isFit(it),
    )
    .sort((a, b) => newestFirst(a.versionKey, b.versionKey))[0];
