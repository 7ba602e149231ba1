import type { ToolVersion } from './records.js';
import type { Revocations } from './revocation/revocations.js';
import { isPrerelease } from './version-number.js';

/**
 * The version that represents a tool in search: the newest release that resolves without an exact pin. A quarantined
 * one represents its tool only when all the others are quarantined too.
 */
export function searchedVersion(
  versions: readonly ToolVersion[],
  revocations: Pick<Revocations, 'of'>,
): ToolVersion | undefined {
  const resolvable = versions.filter((it) => isResolvable(it, revocations));
  const callable = resolvable.filter((it) => it.quarantined === null);
  const offered = callable.length > 0 ? callable : resolvable;
  return offered.find((it) => !isPrerelease(it.versionKey)) ?? offered[0];
}

/** Whether the version resolves without an exact pin. */
export const isResolvable = (it: ToolVersion, revocations: Pick<Revocations, 'of'>): boolean =>
  (it.status === 'ACTIVE' || it.status === 'DEPRECATED') && revocations.of(it) === undefined;
