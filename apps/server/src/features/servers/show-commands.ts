import type { IsolationRefusalView, IsolationStatusView } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { commandProblem, isolationText, reportCommands } from '@assay/importing';
import { isoTime } from '@assay/kernel';
import type { Catalogue, Server } from '@assay/registry';
import type { Commands } from '../../platform/commands/isolation.js';
import { isolationOf } from '../../platform/commands/isolation-of.js';

export interface ShowCommandsPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly commands: Pick<Commands, 'support' | 'refusals'>;
}

/** What people are shown of commands: how they are isolated, and why one is not started. */
export class ShowCommands {
  constructor(private readonly ports: ShowCommandsPorts) {}

  /** Undefined for a server with an address. */
  isolationOf = (server: Server) => isolationOf(server, this.ports.commands.support);

  /** Undefined for a server without a sandbox. */
  systemCallsOf = (server: Server): 'filtered' | 'unfiltered' | undefined => {
    if (typeof this.isolationOf(server) === 'string') return undefined;
    return this.ports.commands.support.filtersCalls ? 'filtered' : 'unfiltered';
  };

  problemOf = (server: Server): string | null => commandProblem(server, this.ports.directory) ?? null;

  confirmerOf = ({ confirmation }: Server): string | null =>
    (confirmation?.by && this.ports.directory.principal(confirmation.by)?.name) || null;

  /** What the isolation of a server stopped last, newest first. */
  refusalsOf = (server: Server): readonly IsolationRefusalView[] =>
    this.ports.commands.refusals(server.id).map((it) => ({ ...it, at: isoTime(it.at) }));

  report(caller: Caller): IsolationStatusView {
    const { kind, limits, filtersCalls, reason } = this.ports.commands.support;
    const servers = reportCommands(caller, this.ports).map(({ server, organisation, problem }) => {
      const isolation = this.isolationOf(server);
      return {
        name: `${server.namespace}/${server.name}`,
        organisation,
        isolation: typeof isolation === 'object' ? isolationText(isolation) : (isolation ?? 'none'),
        problem,
      };
    });
    const systemCalls = filtersCalls ? ('filtered' as const) : ('unfiltered' as const);
    return { isolation: kind, limits, systemCalls, detail: reason ?? null, servers };
  }
}
