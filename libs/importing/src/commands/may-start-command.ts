import { type Directory, defaultOrganisation, isInstallation } from '@assay/identity';
import { digestJson, type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Catalogue, commandDigest, commandOf, type Server } from '@assay/registry';

/** Why a record's command is not started; undefined when it may be, or when the record has no command. */
export function commandProblem(server: Server, directory: Directory): string | undefined {
  const command = commandOf(server);
  if (command === undefined) return undefined;
  const namespace = directory.namespace(server.namespace);
  const isOwn = isInstallation(directory, server.organisationId) && namespace?.organisationId === server.organisationId;
  if (!isOwn) {
    return `its namespace does not belong to the organisation "${defaultOrganisation}", and only that organisation's servers may be commands. Give it an address with PATCH /v1/servers/${nameOf(server)}, or remove it.`;
  }
  if (server.confirmation?.digest !== commandDigest(command)) {
    return `this command has not been confirmed by anyone with the scope hosts:command. Confirm it with: assay servers confirm ${nameOf(server)}`;
  }
  return undefined;
}

/**
 * Checked immediately before a process starts. The stored record decides, not the call's data: a credential of the
 * caller may have added variables to the environment. An unregistered draft is judged by itself.
 */
export function mayStartCommand(
  started: Server,
  { catalogue, directory }: { readonly catalogue: Catalogue; readonly directory: Directory },
): Result<null, Failure> {
  const command = commandOf(started);
  if (command === undefined) return ok(null);
  const record = catalogue.serverById(started.id) ?? started;
  const problem = commandProblem(record, directory) ?? changedSince(command, record);
  return problem === undefined
    ? ok(null)
    : fail('command_forbidden', `The command of ${nameOf(record)} is not started: ${problem}`, { outcome: 'none' });
}

function changedSince(
  { command, args = [] }: { readonly command: string; readonly args?: readonly string[] },
  record: Server,
): string | undefined {
  const known = commandOf(record);
  const isSame = known?.command === command && digestJson(known.args ?? []) === digestJson(args);
  return isSame ? undefined : 'its record was changed meanwhile. Try again.';
}

const nameOf = ({ namespace, name }: Server): string => `${namespace}/${name}`;
