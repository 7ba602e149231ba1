import { audienceOf, type Caller, canSee, type Directory } from '@assay/identity';
import { serverOf, type Tool } from './catalogue.js';
import type { ToolVersion } from './records.js';

interface Known {
  readonly directory: Directory;
  readonly epoch: number;
  readonly audience: readonly string[];
}

/** Cached audiences; every call and every search result needs one, and identity seldom changes. */
const audiences = new WeakMap<ToolVersion, Known>();

/**
 * Who may see a version: its namespace's visibility, narrowed by its own, plus grantees and endorsing organisations.
 */
export function versionAudience(version: ToolVersion, directory: Directory): readonly string[] {
  const known = audiences.get(version);
  if (known !== undefined && known.directory === directory && known.epoch === directory.epoch) return known.audience;
  const audience = workOut(version, directory);
  audiences.set(version, { directory, epoch: directory.epoch, audience });
  return audience;
}

function workOut(version: ToolVersion, directory: Directory): readonly string[] {
  const { manifest, namespace, organisationId } = version;
  const owner = directory.namespace(namespace);
  if (owner === undefined) return [];
  const guests = directory.guestsOf(manifest.name, manifest.capabilities ?? [], organisationId, serverOf(version));
  return audienceOf(owner, manifest.visibility, guests);
}

/** The versions of a tool this caller may see, newest first; empty when the tool is absent for it. */
export const visibleVersions = (tool: Tool | undefined, caller: Caller, directory: Directory): ToolVersion[] =>
  (tool?.versions ?? []).filter((version) => canSee(caller, versionAudience(version, directory)));
