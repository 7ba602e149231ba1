import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Config } from '@assay/config';
import {
  defaultProfile,
  detectIsolation,
  explainFailure,
  type Isolation,
  type IsolationProfile,
  type IsolationSupport,
  openIsolation,
} from '@assay/isolation';
import { type Clock, lruMap } from '@assay/kernel';
import { folderApart } from '@assay/persistence';
import type { Server } from '@assay/registry';
import {
  type CommandOwner,
  type HostAndPort,
  type PackageStore,
  profilePermit,
  type StartCommand,
  StartRefused,
} from '@assay/transports';
import type { Logger } from 'pino';
import { openPackages } from './packages.js';
import { sweepHomes } from './sweep-homes.js';

/** What the isolation of a server stopped, and which setting to change. Time in ms since the epoch. */
export interface IsolationRefusal {
  readonly at: number;
  readonly setting: string;
  readonly message: string;
}

/** Starts the commands of records, isolated as well as this machine can. */
export interface Commands {
  readonly support: IsolationSupport;
  readonly isolation: Isolation;
  readonly packages: PackageStore;
  readonly start: StartCommand;
  /** What was stopped last on this replica, newest first. */
  refusals(serverId: string): readonly IsolationRefusal[];
  /** A server was removed: what its command kept goes, too. */
  forget(serverId: string): void;
  /** The same for servers that were removed while nobody ran here; `databaseId` names the database that has all servers. */
  sweep(databaseId: string, isServer: (id: string) => boolean): Promise<void>;
  close(): void;
}

export interface CommandOptions {
  readonly config: Pick<Config, 'home' | 'isolation' | 'stateFolder'>;
  /** Assay's own database and its like, which no command reaches. */
  readonly own: readonly HostAndPort[];
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Logger;
}

const maxRefusals = 20;
const maxServers = 1_000;

/** Detects what this machine can do and says so. */
export async function openCommands({ config, own, clock, log }: CommandOptions): Promise<Commands> {
  const support = await detectIsolation();
  sayWhatApplies(support, config.isolation === 'required', log);
  const hide = [config.home, folderApart(config.home), config.stateFolder];
  const refusals = new Refusals(clock);
  const isolation = openIsolation({
    support,
    stateFolder: config.stateFolder,
    hide,
    permitFor: (profile) => profilePermit({ ...profile, except: own }),
  });
  const packages = openPackages({ isolation, stateFolder: config.stateFolder, clock, log });
  return {
    support,
    isolation,
    packages,
    start: startCommands({ config, support, isolation, packages, hide, refusals }),
    refusals: (serverId) => refusals.of(serverId),
    forget: (serverId) => {
      const folder = join(config.stateFolder, stateOfServer(serverId));
      void rm(folder, { recursive: true, force: true }).catch((error: Error) =>
        log.warn({ folder, reason: error.message }, 'the folders of a removed server could not be removed'),
      );
    },
    sweep: async (databaseId, isServer) => {
      const folder = join(config.stateFolder, stateOfServer(''));
      try {
        const removed = await sweepHomes({ folder, databaseId, isServer, now: clock.now() });
        if (removed.length > 0) log.info({ servers: removed }, 'removed the folders of servers that no longer exist');
      } catch (error) {
        log.warn({ folder, reason: (error as Error).message }, 'folders of removed servers could not be removed');
      }
    },
    close: () => isolation.close(),
  };
}

export interface StartCommandsPorts {
  readonly config: Pick<Config, 'isolation'>;
  readonly support: IsolationSupport;
  readonly isolation: Pick<Isolation, 'start'>;
  readonly packages: Pick<PackageStore, 'startOf'>;
  /** Folders that no command sees. */
  readonly hide: readonly string[];
  readonly refusals: Pick<Refusals, 'add'>;
}

/** Starts the command of a server's record, with its packages. */
export const startCommands =
  ({ config, support, isolation, packages, hide, refusals }: StartCommandsPorts): StartCommand =>
  async (server, owner) => {
    const { mcp } = server;
    if (mcp === null || 'url' in mcp) throw new Error('The server has no command.');
    const profile = profileOf(server);
    if (config.isolation === 'required' && (support.kind === 'none' || profile === 'off'))
      throw isolationRequired(server, profile === 'off' ? null : support);
    // A sandbox cannot start another one: this program starts one for each run of foreign code.
    const sandboxesItself = startsSandboxes(server);
    if (sandboxesItself && support.kind === 'none') throw codeNeedsIsolation(server, support);
    const settings = profile === 'off' ? defaultProfile : profile;
    const fetched = await packages.startOf(server);
    if (!fetched.ok) throw new StartRefused(fetched.error);
    const program = fetched.value ?? mcp;
    // Without a sandbox nothing keeps it from a host, so that its profile explains no connection that failed.
    const isIsolated = profile !== 'off' && support.kind !== 'none' && !sandboxesItself;
    const upheld = isIsolated ? settings : { ...settings, network: 'open' as const };
    const withoutScripts = fetched.value !== null && !allowsScripts(server);
    const started = await isolation.start({
      command: program.command,
      ...(program.args && { args: program.args }),
      ...(fetched.value?.folder !== undefined && { programFolders: [fetched.value.folder] }),
      ...(mcp.env && { env: mcp.env }),
      profile: settings,
      state: stateOf(server, owner),
      ...((profile === 'off' || sandboxesItself) && { isolated: false }),
    });
    return {
      child: started.child,
      terminate: () => started.terminate(),
      kill: () => started.kill(),
      explain: (texts) => {
        const { refusals: stopped, access } = started;
        const evidence = { profile: upheld, refusals: stopped, texts, access, hide, withoutScripts };
        const explained = explainFailure(evidence);
        if (explained !== null) refusals.add(server.id, explained);
        return explained?.message ?? null;
      },
    };
  };

/** `support` where the machine is the reason, null where the record switches isolation off. */
function isolationRequired({ namespace, name }: Server, support: IsolationSupport | null): StartRefused {
  const label = `${namespace}/${name}`;
  const why =
    support === null
      ? `the isolation of this server is off. Switch it on with: assay servers change ${label} --isolation network=egress`
      : `this machine does not isolate commands (${support.reason ?? 'no reason known'}). assay doctor says what it needs.`;
  return new StartRefused({
    code: 'isolation_required',
    message: `The command of ${label} is not started: ASSAY_ISOLATION is "required", and ${why}`,
    outcome: 'none',
  });
}

function codeNeedsIsolation({ namespace, name }: Server, support: IsolationSupport): StartRefused {
  return new StartRefused({
    code: 'isolation_required',
    message: `${namespace}/${name} runs code of repositories, which this machine does not isolate (${support.reason ?? 'no reason known'}). assay doctor says what it needs.`,
    outcome: 'none',
  });
}

const startsSandboxes = ({ isolation }: Server): boolean =>
  isolation !== null && isolation !== 'off' && isolation.requiresIsolation === true;

const allowsScripts = ({ isolation }: Server): boolean =>
  isolation !== null && isolation !== 'off' && isolation.installScripts === true;

function sayWhatApplies({ kind, limits, network, reason }: IsolationSupport, isRequired: boolean, log: Logger): void {
  if (kind !== 'none') log.info({ isolation: kind, limits, network, reason }, 'started commands are isolated');
  else if (isRequired) log.error({ reason }, 'this machine does not isolate commands, so none is started');
  else log.warn({ reason }, 'this machine does not isolate commands: only its administrators may register them');
}

/**
 * What the record of a server says of its isolation; when it says nothing, the default and the
 * paths among its arguments and variables. */
function profileOf(server: Server & { readonly isolation?: Partial<IsolationProfile> | 'off' | null }) {
  if (server.isolation === 'off') return 'off';
  if (server.isolation) return { ...defaultProfile, ...server.isolation };
  const { args = [], env = {} } = server.mcp !== null && 'command' in server.mcp ? server.mcp : {};
  const folders = [...args, ...Object.values(env)].flatMap(placeOf).map((path) => ({ path, mode: 'rw' as const }));
  return { ...defaultProfile, folders };
}

/** An absolute path that exists, or the folder that a file is yet to be made in. */
function placeOf(text: string): string[] {
  if (!isAbsolute(text) || text === '/') return [];
  if (existsSync(text)) return [text];
  return dirname(text) !== '/' && existsSync(dirname(text)) ? [dirname(text)] : [];
}

const stateOfServer = (id: string): string => join('servers', id);

/** Where a server's private folders are: of the server alone, and of one caller where it carries a caller's credential. */
const stateOf = ({ id }: Server, { connectionId }: CommandOwner): string =>
  join(stateOfServer(id), connectionId === null ? 'shared' : join('connections', connectionId));

/** What was stopped last, of each server, in bounded memory. */
class Refusals {
  readonly #byServer = lruMap<string, IsolationRefusal[]>(maxServers);

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  add(serverId: string, { setting, message }: { readonly setting: string; readonly message: string }): void {
    const others = (this.#byServer.peek(serverId) ?? []).filter((it) => it.message !== message);
    this.#byServer.set(serverId, [{ at: this.clock.now(), setting, message }, ...others].slice(0, maxRefusals));
  }

  of(serverId: string): readonly IsolationRefusal[] {
    return this.#byServer.peek(serverId) ?? [];
  }
}
