import type { ToolVersion } from '../catalog/records.js';
import { isPrerelease } from '../catalog/version-number.js';

/** The version that stands for a tool in search: the newest release that resolves without an exact pin. */
export function searchedVersion(versions: readonly ToolVersion[]): ToolVersion | undefined {
  const resolvable = versions.filter((it) => it.status === 'ACTIVE' || it.status === 'DEPRECATED');
  return resolvable.find((it) => !isPrerelease(it.versionKey)) ?? resolvable[0];
}
