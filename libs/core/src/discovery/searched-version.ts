import type { ToolVersion } from '../catalog/records.js';
import type { Revocations } from '../catalog/revocation/revocations.js';
import { isPrerelease } from '../catalog/version-number.js';

/**
 * The version that stands for a tool in search: the newest release that resolves without an exact pin. One that is
 * quarantined stands for its tool only when every other one is, too.
 */
export function searchedVersion(
  versions: readonly ToolVersion[],
  revocations: Pick<Revocations, 'of'>,
): ToolVersion | undefined {
  const resolvable = versions.filter(
    (it) => (it.status === 'ACTIVE' || it.status === 'DEPRECATED') && revocations.of(it) === undefined,
  );
  const callable = resolvable.filter((it) => it.quarantined === null);
  const offered = callable.length > 0 ? callable : resolvable;
  return offered.find((it) => !isPrerelease(it.versionKey)) ?? offered[0];
}
