import type { ToolVersion } from '../records.js';
import type { Revocations } from '../revocation/revocations.js';

/**
 * The version that stands for a tool where one entry is shown: the newest that is in use, and where none is, the newest
 * there was, so that what has ended stays readable. `versions` come newest first.
 */
export const shownVersion = (
  versions: readonly ToolVersion[],
  revocations: Pick<Revocations, 'of'>,
): ToolVersion | undefined =>
  versions.find((it) => (it.status === 'ACTIVE' || it.status === 'DEPRECATED') && revocations.of(it) === undefined) ??
  versions[0];
