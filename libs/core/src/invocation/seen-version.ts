import type { Catalogue } from '../catalog/catalogue.js';
import type { ToolVersion } from '../catalog/records.js';
import { resolveVersion } from '../catalog/resolve-version.js';
import { visibleVersions } from '../catalog/tool-audience.js';
import type { Caller } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { type Failure, fail } from '../kernel/failure.js';
import { splitReference } from '../kernel/qualified-name.js';
import { ok, type Result } from '../kernel/result.js';
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
