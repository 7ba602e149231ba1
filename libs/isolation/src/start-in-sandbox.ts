import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { commandEnvironment } from './command-environment.js';
import type { IsolatedCommand } from './isolated-process.js';
import type { IsolationOptions } from './isolation-options.js';
import { GuardedNetwork, nameServer } from './network/guarded-network.js';
import { launch } from './network/launch.js';
import { type ApplyOptions, applyInSandbox } from './program/apply-in-sandbox.js';
import { refreshCopy } from './program/package-copy.js';
import { type Program, readProgram } from './program/read-program.js';
import { RunningCommand } from './running-command.js';
import { placeInside, programFile } from './sandbox/beside.js';
import { identityMounts, sandboxUser } from './sandbox/identity-files.js';
import { accessOf, isWithin, type Mount } from './sandbox/mount.js';
import { mountArguments } from './sandbox/mount-arguments.js';
import { sandboxArguments } from './sandbox/sandbox-arguments.js';
import { sandboxMounts } from './sandbox/sandbox-mounts.js';
import { limitAndBecome, spawnSandbox } from './sandbox/spawn-sandbox.js';
import { type Owner, type StateFolders, stateFolders } from './state-folders.js';
import { limitGroup } from './support/limit-group.js';
import { ownerFor } from './support/owner.js';

const mebibyte = 1024 * 1024;
const launcher = programFile('./network/launcher', import.meta.url);
const launcherInside = placeInside(launcher, 'launcher');
/** bubblewrap's processes before the command: itself, and the first process inside. */
const sandboxProcesses = 2;

/** The package's writable copy; null when it needs none, because a folder of the profile covers it, or is too large. */
async function packageCopy(
  program: Program,
  { profile }: IsolatedCommand,
  folders: StateFolders,
  hide: readonly string[],
  apply: ApplyOptions,
): Promise<{ root: string; copy: string } | null> {
  const applyIsolated = (from: string, to: string, changes: Parameters<typeof applyInSandbox>[2]) =>
    applyInSandbox(from, to, changes, apply);
  const { owner } = apply;
  for (const root of program.packages) {
    if (profile.folders.some(({ path, mode }) => mode === 'rw' && isWithin(root, path))) return null;
    const copy = await refreshCopy(root, folders.packages, { hide, applyIsolated, ...(owner && { owner }) });
    if (copy !== null) return { root, copy };
  }
  return null;
}

/** What a command sees of the file system. */
async function mountsFor(
  command: IsolatedCommand,
  program: Program,
  options: IsolationOptions,
  owner: Owner | undefined,
  network: GuardedNetwork | null,
): Promise<Mount[]> {
  const { profile, programFolders = [], state } = command;
  const folders = stateFolders(options.stateFolder, state, owner);
  const hide = [...options.hide, options.stateFolder].flatMap((path) => (existsSync(path) ? [realpathSync(path)] : []));
  const places = {
    program,
    packageCopy: await packageCopy(program, command, folders, hide, {
      owner,
      filtersCalls: options.support.filtersCalls,
    }),
    programFolders: [...programFolders, process.execPath],
    folders: profile.folders,
    hide,
    home: folders.home,
  };
  const names = network?.names ?? [];
  const server = options.support.network === 'any-address' && network?.isEgress ? nameServer : null;
  const identity =
    network === null
      ? ['/etc/resolv.conf', '/etc/hosts']
          .filter(existsSync)
          .map((path): Mount => ({ kind: 'ro', path, source: realpathSync(path) }))
      : [];
  const own = identityMounts(join(folders.settings), names, server);
  return [
    ...sandboxMounts(places),
    ...own.filter((mount) => !identity.some(({ path }) => path === mount.path)),
    ...identity,
    { kind: 'ro', path: launcherInside, source: launcher },
  ];
}

/** Starts a command in a sandbox of its own. */
export async function startInSandbox(command: IsolatedCommand, options: IsolationOptions): Promise<RunningCommand> {
  const { args = [], env = {}, profile, state } = command;
  const { support } = options;
  const owner = ownerFor(support.limits, state);
  const environment = commandEnvironment(env, sandboxUser.home);
  const read = readProgram(command.command, args, environment.PATH ?? '', process.cwd());
  const program = command.packageFolder === undefined ? read : { ...read, packages: [command.packageFolder] };
  let running: RunningCommand | undefined;
  const permit = command.permit ?? options.permitFor(profile);
  const network =
    profile.network === 'open'
      ? null
      : new GuardedNetwork({
          network: profile.network,
          hosts: profile.hosts,
          permit,
          onRefusal: (refusal) => running?.refused(refusal),
        });
  const mounts = await mountsFor(command, program, options, owner, network);
  const isLaunched = network?.isNeeded === true;
  const anyAddress = network?.isEgress === true && support.network === 'any-address';
  const sandbox = sandboxArguments({
    shareNetwork: network === null || anyAddress,
    disableNamespaces: support.disablesNamespaces,
    mounts: mountArguments(mounts, support.sizesTmpfs ? profile.memoryMb * mebibyte : null),
    env: isLaunched ? {} : { ...program.env, ...environment },
    workFolder: sandboxUser.home,
  });
  const words = [program.command, ...program.args];
  const limited = ['/bin/sh', '-c', limitAndBecome, 'sh', String(profile.processes), ...words];
  const become = support.limits.endsWith('watchdog') ? limited : words;
  const group = limitGroup(support, state, profile);
  const child = spawnSandbox(sandbox, isLaunched ? [process.execPath, launcherInside] : become, {
    joinFiles: group?.joinFiles ?? [],
    owner,
    hasChannel: isLaunched,
    calls: support.filtersCalls ? (command.calls ?? 'command') : null,
    anyAddress,
  });
  running = new RunningCommand({
    child,
    limits: profile,
    group,
    access: (path) => accessOf(mounts, path),
    own: sandboxProcesses,
    onRefusal: (refusal) => options.onRefusal?.(state, refusal),
    ended: () => network?.close(),
  });
  if (isLaunched && network !== null) {
    await launch(child, network, anyAddress, (proxies) => ({
      file: become[0] as string,
      args: become,
      env: { ...proxies, ...program.env, ...environment },
    }));
  }
  return running;
}
