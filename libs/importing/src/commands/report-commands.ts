import { type Caller, type Directory, owns, runsInstallation } from '@assay/identity';
import { type Catalogue, commandOf, type Server } from '@assay/registry';
import { commandProblem } from './may-start-command.js';

/** A record with a command, and why it is not started. */
export interface ReportedCommand {
  readonly server: Server;
  readonly organisation: string;
  readonly problem: string | null;
}

/** The commands visible to the caller, by name: all of them for administrators of the installation. */
export function reportCommands(
  caller: Caller,
  { catalogue, directory }: { readonly catalogue: Catalogue; readonly directory: Directory },
): ReportedCommand[] {
  const seesAll = runsInstallation(caller, directory);
  const mine = ({ namespace }: Server): boolean => {
    const found = directory.namespace(namespace);
    return found !== undefined && owns(caller, found);
  };
  return [...catalogue.servers()]
    .filter((it) => commandOf(it) !== undefined && (seesAll || mine(it)))
    .sort((a, b) => (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1))
    .map((server) => ({
      server,
      organisation: directory.organisation(server.organisationId)?.name ?? '',
      problem: commandProblem(server, directory) ?? null,
    }));
}
