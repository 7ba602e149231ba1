import type { Caller } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { audienceOf, canSee } from '../identity/visibility.js';
import type { Tool } from './catalogue.js';
import type { ToolVersion } from './records.js';

/** Who may see a version: its namespace's visibility, narrowed by its own, and those it was granted to or endorsed for. */
export function versionAudience(version: ToolVersion, directory: Directory): readonly string[] {
  const namespace = directory.namespace(version.namespace);
  if (namespace === undefined) return [];
  const { manifest } = version;
  return audienceOf(
    namespace,
    manifest.visibility,
    directory.guestsOf(manifest.name, manifest.capabilities ?? [], version.organisationId),
  );
}

/** The versions of a tool this caller may see, newest first; empty when the tool is absent for it. */
export const visibleVersions = (tool: Tool | undefined, caller: Caller, directory: Directory): ToolVersion[] =>
  (tool?.versions ?? []).filter((version) => canSee(caller, versionAudience(version, directory)));
