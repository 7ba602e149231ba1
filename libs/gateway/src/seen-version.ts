import type { Caller, Directory } from '@assay/identity';
import { type Failure, fail, ok, type Result, splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, type ToolVersion, visibleVersions } from '@assay/registry';
import { revokedRules } from './alternatives.js';

/** The version that `ns/tool@range` names for a caller who only looks, whether it may call it or not. */
export function seenVersion(
  reference: string,
  caller: Caller,
  { catalogue, directory }: { readonly catalogue: Catalogue; readonly directory: Directory },
): Result<ToolVersion, Failure> {
  const [name, range] = splitReference(reference);
  const versions = visibleVersions(catalogue.tool(name), caller, directory);
  if (versions.length === 0) return fail('not_found', `No tool "${name}".`);
  const found = resolveVersion(name, versions, range, () => null, revokedRules(caller, catalogue, directory));
  return found.ok ? ok(found.value.version) : found;
}
