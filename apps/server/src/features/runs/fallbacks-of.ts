import { type DeclaredHierarchies, levelAt } from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import { splitReference } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';

export interface FallbacksOfPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly declared: DeclaredHierarchies;
}

/** The levels behind a version's tool in the first hierarchy its organisation declares with it. */
export const fallbacksOf =
  ({ catalogue, directory, declared }: FallbacksOfPorts) =>
  (caller: Caller, version: ToolVersion): readonly ToolVersion[] => {
    if (caller.organisationId === null) return [];
    const { name } = version.manifest;
    const [hierarchy] = declared.with(caller.organisationId, name);
    const own = hierarchy?.levels.findIndex(({ tool }) => splitReference(tool)[0] === name) ?? -1;
    if (hierarchy === undefined || own < 0) return [];
    return hierarchy.levels.slice(own + 1).flatMap(({ tool }) => {
      const at = levelAt(tool, caller, catalogue, directory);
      return at.state === 'callable' ? [at.version] : [];
    });
  };
