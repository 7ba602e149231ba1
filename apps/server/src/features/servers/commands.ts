import type { IsolationProfile, IsolationRefusalView, IsolationStatusView } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { commandProblem, isolationText, reportCommands } from '@assay/importing';
import { type Catalogue, commandOf, type Server } from '@assay/registry';

/** What this machine does for commands. */
export interface CommandRuntime {
  support(): { readonly kind: string; readonly limits: string; readonly reason?: string };
  /** What the isolation of a server stopped last, newest first. */
  refusals(serverId: string): readonly IsolationRefusalView[];
}

export interface CommandParts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly runtime: CommandRuntime;
}

export type Commands = ReturnType<typeof buildCommands>;

/** What people are shown of commands: how they are isolated, and why one is not started. */
export function buildCommands({ catalogue, directory, runtime }: CommandParts) {
  /** Undefined for a server with an address. */
  const isolationOf = (server: Server): IsolationProfile | 'off' | 'none' | undefined => {
    if (commandOf(server) === undefined) return undefined;
    if (server.isolation === 'off') return 'off';
    return runtime.support().kind === 'none' ? 'none' : (server.isolation ?? undefined);
  };
  return {
    isolationOf,
    problemOf: (server: Server): string | null => commandProblem(server, directory) ?? null,
    confirmerOf: ({ confirmation }: Server): string | null =>
      (confirmation?.by && directory.principal(confirmation.by)?.name) || null,
    refusalsOf: (server: Server) => runtime.refusals(server.id),
    report: (caller: Caller): IsolationStatusView => {
      const { kind, limits, reason } = runtime.support();
      const servers = reportCommands(caller, { catalogue, directory }).map(({ server, organisation, problem }) => {
        const isolation = isolationOf(server);
        return {
          name: `${server.namespace}/${server.name}`,
          organisation,
          isolation: typeof isolation === 'object' ? isolationText(isolation) : (isolation ?? 'none'),
          problem,
        };
      });
      return { isolation: kind, limits, detail: reason ?? null, servers };
    },
  };
}
