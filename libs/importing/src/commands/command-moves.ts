import { type Caller, type CommandMoves, type Directory, defaultOrganisation, isInstallation } from '@assay/identity';
import { type Catalogue, commandOf } from '@assay/registry';
import { mayWriteCommand } from './check-command.js';
import type { Machine } from './machine.js';

export interface CommandMovePorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly machine: Machine;
}

/** A namespace moves together with its servers: their commands require the same permission as a registration. */
export const commandMoves =
  (ports: CommandMovePorts): CommandMoves =>
  (caller: Caller, namespace: string, toOrganisationId: string) => {
    const names = [...ports.catalogue.servers()]
      .filter((it) => it.namespace === namespace && commandOf(it) !== undefined)
      .map((it) => `${it.namespace}/${it.name}`)
      .sort();
    if (names.length === 0) return undefined;
    if (!isInstallation(ports.directory, toOrganisationId)) return mayNotHaveCommands(namespace, names);
    const allowed = mayWriteCommand(caller, toOrganisationId, ports);
    return allowed.ok ? undefined : allowed.error;
  };

function mayNotHaveCommands(namespace: string, names: readonly string[]) {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return {
    code: 'command_forbidden',
    message: `"${namespace}" has servers that are commands (${names.slice(0, 5).join(', ')}${more}), and only the organisation "${defaultOrganisation}" may have such servers: give them an address or remove them first.`,
  } as const;
}
