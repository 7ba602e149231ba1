import type { Caller, Directory } from '@assay/identity';
import { splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, type ToolVersion, visibleVersions } from '@assay/registry';
import { revokedRules } from '../alternatives.js';
import { mayCall, whyNotCall } from '../policy/may-call.js';

/** What a level comes to for a caller. */
export type LevelAt =
  /** It sees no such tool: to it, the level is not there. */
  | { readonly state: 'absent' }
  | { readonly state: 'out of use'; readonly reason: string; readonly why: string }
  | { readonly state: 'refused'; readonly version: ToolVersion; readonly reason: string; readonly why: string }
  | { readonly state: 'callable'; readonly version: ToolVersion };

/** The version that a level's reference leads to now for a caller, and whether it may be called; from memory. */
export function levelAt(reference: string, caller: Caller, catalogue: Catalogue, directory: Directory): LevelAt {
  const [name, range] = splitReference(reference);
  const versions = visibleVersions(catalogue.tool(name), caller, directory);
  if (versions.length === 0) return { state: 'absent' };
  const revoked = revokedRules(caller, catalogue, directory);
  const whyNot = whyNotCall(caller, directory);
  const callable = resolveVersion(name, versions, range, whyNot, revoked);
  if (callable.ok) return { state: 'callable', version: callable.value.version };
  const found = resolveVersion(name, versions, range, () => null, revoked);
  if (!found.ok) return { state: 'out of use', reason: found.error.code, why: found.error.message };
  const { version } = found.value;
  const decision = mayCall(caller, version, directory);
  const reason = decision.allowed ? 'unavailable' : decision.code;
  return { state: 'refused', version, reason, why: decision.why };
}
