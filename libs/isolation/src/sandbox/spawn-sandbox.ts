import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { type CallRules, callFilterBytes } from '../calls/call-filter.js';

const argumentsFd = 3;
const filterFd = 4;

/** Joins control groups, then becomes the program. Its arguments: files to write its number to, `--`, the program. */
export const joinAndBecome = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 126; shift; done; shift; exec "$@"';

/**
 * Makes a network in which every IPv4 address is the sandbox's own and any port may be listened at, so that the sockets
 * handed over by the launcher take connections to wherever. bubblewrap then starts inside it, in namespaces below.
 */
const anyAddressNetwork = ['unshare', '--user', '--map-root-user', '--net', '--', '/bin/sh', '-c'] as const;
const setUpNetwork =
  'ip link set lo up && ip route add local default dev lo && echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start || exit 125; exec "$@"';

/** Limits the number of processes of this user in the sandbox; dash and bash name the option differently. */
export const limitAndBecome = '{ ulimit -u "$1" || ulimit -p "$1"; } 2>/dev/null; shift; exec "$@"';

export interface SpawnOptions {
  readonly joinFiles: readonly string[];
  /** Whom the processes run as; this process's user when absent. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  /** The sandbox has a network of its own in which every address leads to itself. Then bubblewrap makes none. */
  readonly anyAddress?: boolean;
  readonly hasChannel: boolean;
  /** Which system calls its processes may make; all of them when null. */
  readonly calls: CallRules | null;
}

/** Starts bubblewrap with these options, sent over a pipe, and the words of the command. */
export function spawnSandbox(
  sandbox: readonly string[],
  command: readonly string[],
  { joinFiles, owner, hasChannel, calls, anyAddress = false }: SpawnOptions,
): ChildProcessWithoutNullStreams {
  const filter = calls === null ? null : callFilterBytes(calls);
  const filtered = filter === null ? [] : ['--seccomp', String(filterFd)];
  const bubblewrap = ['bwrap', '--args', String(argumentsFd), ...filtered, '--', ...command];
  const words = anyAddress ? [...anyAddressNetwork, setUpNetwork, 'sh', ...bubblewrap] : bubblewrap;
  const child = spawn('/bin/sh', ['-c', joinAndBecome, 'sh', ...joinFiles, '--', ...words], {
    ...owner,
    cwd: '/',
    // bubblewrap runs outside the sandbox: the command's environment must not reach it.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
    stdio: [
      'pipe',
      'pipe',
      'pipe',
      'pipe',
      filter === null ? 'ignore' : 'pipe',
      ...(hasChannel ? (['ipc'] as const) : []),
    ],
    detached: true,
  });
  sendAndClose(child.stdio[argumentsFd] as Writable, sandbox.map((word) => `${word}\0`).join(''));
  if (filter !== null) sendAndClose(child.stdio[filterFd] as Writable, filter);
  return child as ChildProcess as ChildProcessWithoutNullStreams;
}

/** The other direction of the pipe is never used, and the process counts as closed only when every pipe is. */
function sendAndClose(pipe: Writable, content: string | Buffer): void {
  pipe.on('error', () => {});
  pipe.end(content, () => pipe.destroy());
}
