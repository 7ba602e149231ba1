import { type Caller, type Directory, hasScope } from '@assay/identity';
import { type Catalogue, type RevokedRules, searchedVersion, type ToolVersion, visibleVersions } from '@assay/registry';
import { mayCall } from './policy/may-call.js';

const maxNamed = 10;
/** Of a capability that everybody declares, no more than so many tools are looked at. */
const maxLookedAt = 500;

/**
 * Other tools that a caller may call instead of a version: those that declare one of its capabilities, with the most
 * shared ones first. A caller without the scope to call gets those it sees.
 */
export function otherTools(version: ToolVersion, caller: Caller, catalogue: Catalogue, directory: Directory): string[] {
  const own = `${version.namespace}/${version.tool}`;
  const shared = new Map<string, number>();
  for (const tool of (version.manifest.capabilities ?? []).flatMap(catalogue.toolsWith)) {
    if (tool.id !== own) shared.set(tool.id, (shared.get(tool.id) ?? 0) + 1);
  }
  const browsing = !hasScope(caller, 'tools:call');
  const found: string[] = [];
  const nearest = [...shared].sort(([a, count], [b, next]) => next - count || (a < b ? -1 : 1));
  for (const [id] of nearest.slice(0, maxLookedAt)) {
    const other = searchedVersion(visibleVersions(catalogue.tool(id), caller, directory), catalogue.revocations);
    if (other === undefined || !(browsing || mayCall(caller, other, directory).allowed)) continue;
    found.push(`${id}@${other.version}`);
    if (found.length === maxNamed) break;
  }
  return found;
}

/** What resolving asks about revocations for this caller. */
export const revokedRules = (caller: Caller, catalogue: Catalogue, directory: Directory): RevokedRules => ({
  covering: catalogue.revocations.of,
  instead: (version) => otherTools(version, caller, catalogue, directory),
});
