import { type Caller, type Directory, owns, runsInstallation } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Catalogue, shownVersion, type ToolVersion, versionKey, visibleVersions } from '@assay/registry';

export interface VersionPorts {
  readonly catalogue: Pick<Catalogue, 'tool' | 'revocations'>;
  readonly directory: Directory;
}

/** A version as this caller sees it; without a number the one that represents the tool. */
export function seenVersion(
  { catalogue, directory }: VersionPorts,
  caller: Caller,
  toolId: string,
  number: string | undefined,
): Result<ToolVersion, Failure> {
  const versions = visibleVersions(catalogue.tool(toolId), caller, directory);
  if (versions.length === 0) return fail('not_found', `No tool "${toolId}": check the name.`);
  const key = number === undefined ? undefined : versionKey(number);
  const version =
    number === undefined ? shownVersion(versions, catalogue.revocations) : versions.find((it) => it.versionKey === key);
  return version === undefined ? fail('not_found', `${toolId} has no version ${number}.`) : ok(version);
}

/** Owners of its namespace; administrators of its organisation are among them. */
export function isOwner(directory: Directory, caller: Caller, version: Pick<ToolVersion, 'namespace'>): boolean {
  const namespace = directory.namespace(version.namespace);
  return namespace !== undefined && owns(caller, namespace);
}

/** Owners, and administrators of the installation. */
export const mayJudge = (directory: Directory, caller: Caller, version: Pick<ToolVersion, 'namespace'>): boolean =>
  isOwner(directory, caller, version) || runsInstallation(caller, directory);
