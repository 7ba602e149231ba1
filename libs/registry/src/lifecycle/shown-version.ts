import type { ToolVersion } from '../records.js';
import type { Revocations } from '../revocation/revocations.js';

/**
 * The version that represents a tool in a single entry: the newest active one, or the newest of all, so that an ended
 * tool stays readable. `versions` come newest first.
 */
export const shownVersion = (
  versions: readonly ToolVersion[],
  revocations: Pick<Revocations, 'of'>,
): ToolVersion | undefined =>
  versions.find((it) => (it.status === 'ACTIVE' || it.status === 'DEPRECATED') && revocations.of(it) === undefined) ??
  versions[0];
