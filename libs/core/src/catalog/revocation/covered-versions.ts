import type { Catalogue } from '../catalogue.js';
import type { ToolVersion } from '../records.js';
import { versionsWithin } from '../version-number.js';
import type { RevocationTarget } from './target.js';

/** The published versions that a revocation of this target covers, in force or not. */
export function coveredVersions(
  catalogue: Pick<Catalogue, 'tool' | 'toolsIn'>,
  { namespace, tool, range }: RevocationTarget,
): ToolVersion[] {
  if (tool === null) return catalogue.toolsIn(namespace).flatMap((it) => it.versions);
  const versions = catalogue.tool(`${namespace}/${tool}`)?.versions ?? [];
  const within = range === null ? undefined : versionsWithin(range);
  return versions.filter((it) => within === undefined || within(it.versionKey));
}
