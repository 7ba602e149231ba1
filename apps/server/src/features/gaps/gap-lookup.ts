import type { Manifest } from '@assay/contracts';
import { type ListGapsPorts, makersNamespace } from '@assay/creation';
import { revokedRules } from '@assay/gateway';
import { type Directory, ownedNamespaces } from '@assay/identity';
import { type Catalogue, checkManifest, resolveVersion, visibleVersions } from '@assay/registry';
import type { CheckComposites } from '@assay/runs';

export interface GapLookupPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly composites: Pick<CheckComposites, 'issuesAtOnce'>;
}

const madeTools = /^made-/;
const shipped = 'assay';

/** What proposals for gaps are made from: tools as their reader sees them. */
export function gapLookup({
  catalogue,
  directory,
  composites,
}: GapLookupPorts): Pick<ListGapsPorts, 'manifestOf' | 'fitsTogether' | 'namespaceOf'> {
  return {
    manifestOf: (caller, tool): Manifest | undefined => {
      const versions = visibleVersions(catalogue.tool(tool), caller, directory);
      const rules = revokedRules(caller, catalogue, directory);
      const resolved = resolveVersion(tool, versions, undefined, () => null, rules);
      return resolved.ok ? resolved.value.version.manifest : undefined;
    },
    fitsTogether: (caller, candidate) => {
      const manifest = checkManifest(candidate);
      return manifest.ok && composites.issuesAtOnce(caller, candidate, manifest.value).length === 0;
    },
    namespaceOf: (caller) => {
      const owned = ownedNamespaces(directory, caller).filter((it) => !madeTools.test(it));
      // The tools that ship are no place for tools of one's own, unless there is no other.
      return owned.find((it) => it !== shipped) ?? owned[0] ?? makersNamespace(caller.principalId ?? '');
    },
  };
}
