import type { Catalogue } from '../catalogue.js';
import type { ToolVersion } from '../records.js';
import type { RevocationTarget } from './target.js';
import { versionsCovered } from './versions-covered.js';

/** The published versions that a revocation of this target covers, in force or not. */
export function coveredVersions(
  catalogue: Pick<Catalogue, 'tool' | 'toolsIn'>,
  { namespace, tool, range }: RevocationTarget,
): ToolVersion[] {
  if (tool === null) return catalogue.toolsIn(namespace).flatMap((it) => it.versions);
  const versions = catalogue.tool(`${namespace}/${tool}`)?.versions ?? [];
  const covers = versionsCovered(range);
  return versions.filter((it) => covers(it.versionKey));
}
