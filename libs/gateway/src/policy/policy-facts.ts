import { type Caller, type Directory, type Grant, isInstallation, isMemberOf } from '@assay/identity';
import { actingKitOf, serverOf, type ToolVersion } from '@assay/registry';
import type { PolicyContext, PolicyRequest } from './policy-engine.js';

/** Whether the caller is a member of the tool's namespace; administrators are only where they own it themselves. */
export function isOwned(caller: Caller, version: ToolVersion, directory: Directory): boolean {
  const namespace = directory.namespace(version.namespace);
  return namespace !== undefined && isMemberOf(caller, namespace);
}

/**
 * The kit of a shipped tool that acts and that nobody has enabled; else null. Enabling a kit endorses
 * its tools for the organisation that runs the installation (SPEC section 3).
 */
export function disabledKit(version: ToolVersion, directory: Directory): string | null {
  const kit = actingKitOf(version);
  if (kit === undefined || !isInstallation(directory, version.organisationId)) return null;
  return directory.isEndorsed(version.manifest.name, version.organisationId) ? null : kit;
}

/** What a version says of its effects. `destructive` has no meaning for a tool that only reads, as in MCP. */
export function declaredEffects({
  manifest,
}: ToolVersion): Pick<PolicyContext, 'readOnly' | 'destructive' | 'declared'> {
  const { readOnlyHint, destructiveHint } = manifest.annotations ?? {};
  const readOnly = readOnlyHint === true;
  return {
    readOnly,
    destructive: !readOnly && destructiveHint === true,
    declared: readOnly || destructiveHint !== undefined,
  };
}

/** Grants of the tool, of a capability of it or of its server, to this caller or its organisation. */
export function grantsTo(caller: Caller, version: ToolVersion, directory: Directory): Grant[] {
  const { name, capabilities = [] } = version.manifest;
  return directory
    .grantsOf(name, capabilities, version.organisationId, serverOf(version))
    .filter((it) =>
      it.principalId === null
        ? it.granteeOrganisationId === caller.organisationId
        : it.principalId === caller.principalId,
    );
}

/** What lets this caller in besides owning the tool. */
export function lettingIn(
  caller: Caller,
  version: ToolVersion,
  directory: Directory,
): Pick<PolicyContext, 'endorsed' | 'granted' | 'grantedByName'> {
  const { name } = version.manifest;
  const endorsed = caller.organisationId !== null && directory.isEndorsed(name, caller.organisationId);
  const grants = grantsTo(caller, version, directory);
  const named = grants.some((it) => it.tool !== null);
  // Another organisation cannot by itself lift what protects this one from its tools.
  const isOwnTool = caller.organisationId === version.organisationId;
  // An administrator who enables a kit is shown each of its tools by name.
  const isEnabled = endorsed && actingKitOf(version) !== undefined;
  return { endorsed, granted: grants.length > 0, grantedByName: isEnabled || (named && (isOwnTool || endorsed)) };
}

/** A call in the words of policies, but for its arguments and the time. */
export function factsOf(
  caller: Caller,
  version: ToolVersion,
  owned: boolean,
  trust: number,
  directory: Directory,
): Omit<PolicyRequest, 'context'> & { readonly context: Omit<PolicyContext, 'arguments' | 'time' | 'inputFindings'> } {
  const organisation = directory.organisation(caller.organisationId ?? '')?.name ?? '';
  const { manifest } = version;
  return {
    principal: {
      id: `${organisation}/${caller.name}`,
      name: caller.name,
      kind: caller.kind ?? 'anonymous',
      organisation,
      teams: caller.teams.flatMap((it) => directory.teams.get(it)?.name ?? []),
    },
    tool: {
      id: `${version.namespace}/${version.tool}`,
      namespace: version.namespace,
      version: version.version,
      protocol: manifest.protocol,
      provider: directory.organisation(version.organisationId)?.name ?? '',
      capabilities: [...new Set((manifest.capabilities ?? []).flatMap(withAncestors))],
    },
    context: {
      trust,
      stage: version.stage,
      costUsd: manifest.costPerCallUsd ?? 0,
      ...declaredEffects(version),
      owned,
      ...lettingIn(caller, version, directory),
    },
  };
}

/** `data.query.sql` → `data.query.sql`, `data.query`, `data`. */
const withAncestors = (capability: string): string[] => {
  const parts = capability.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
};
