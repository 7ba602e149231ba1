import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import type { Failure } from '@assay/kernel';
import type { Server } from '@assay/registry';

/** A command that was started for a server, and how it is ended. */
export interface StartedCommand {
  readonly child: ChildProcessWithoutNullStreams;
  /** Asks everything it started to end. */
  terminate(): void;
  /** Ends everything it started, at once. */
  kill(): void;
  /** Which setting of its isolation explains what it said, in a sentence; null when none does. */
  explain(texts: readonly string[]): string | null;
}

/** For whom a command is started. */
export interface CommandOwner {
  /** The connection of the caller whose own credential it carries; null when it serves everybody, or nobody in particular. */
  readonly connectionId: string | null;
}

/** Starts the command of a server's record. Rejects when it cannot be started. */
export type StartCommand = (server: Server, owner: CommandOwner) => Promise<StartedCommand>;

/** A command is not started for a reason that has its own place in the error table. */
export class StartRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Variables a child may see of the server's own environment; everything else could be a secret. */
const inherited = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'] as const;

const onWindows = process.platform === 'win32';

/** The environment of a child: a little of ours, all of the record's, and the Node that runs us first on the PATH. */
export function childEnvironment(own: NodeJS.ProcessEnv, extra: Readonly<Record<string, string>> = {}) {
  const env: Record<string, string> = {};
  for (const name of inherited) {
    const value = own[name];
    // A value that starts so is a shell function, which some shells would run.
    if (value !== undefined && !value.startsWith('()')) env[name] = value;
  }
  Object.assign(env, extra);
  env.PATH = [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter);
  return env;
}

/** Signals the whole group of a child that leads one; after its exit this reaches only what it left behind. */
export function signalGroup({ pid }: { readonly pid?: number | undefined }, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(onWindows ? pid : -pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/** Rejects when the system could not start a child; its error comes once, before anybody else could listen. */
function started(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.pid !== undefined) return Promise.resolve();
  return new Promise((_, reject) => child.once('error', reject));
}

/** Starts commands as they are, each the leader of a process group of its own. */
export const startUnisolated =
  (environment: NodeJS.ProcessEnv): StartCommand =>
  async ({ mcp }) => {
    if (mcp === null || 'url' in mcp) throw new Error('The server has no command.');
    const child = spawn(mcp.command, [...(mcp.args ?? [])], {
      env: childEnvironment(environment, mcp.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: !onWindows,
      windowsHide: true,
    });
    await started(child);
    return {
      child,
      terminate: () => signalGroup(child, 'SIGTERM'),
      kill: () => signalGroup(child, 'SIGKILL'),
      explain: () => null,
    };
  };
