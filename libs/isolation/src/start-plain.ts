import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import type { IsolatedCommand } from './isolated-process.js';
import type { IsolationOptions } from './isolation-options.js';
import { findCommand } from './program/find-command.js';
import { RunningCommand } from './running-command.js';
import { joinAndBecome } from './sandbox/spawn-sandbox.js';
import { limitGroup } from './support/limit-group.js';

/** What a command without a sandbox sees of this process's environment; everything else could be a secret. */
const inherited = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

function plainEnvironment(extra: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      // A value that starts so is a shell function, which some shells would run.
      return value === undefined || value.startsWith('()') ? [] : [[name, value]];
    }),
  );
  const env: Record<string, string> = { ...own, ...extra };
  env.PATH = [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter);
  return env;
}

/** Starts a command without a sandbox: limits and a clean environment are all there is. */
export async function startPlain(
  { command, args = [], env = {}, profile, state }: IsolatedCommand,
  { support, onRefusal }: IsolationOptions,
): Promise<RunningCommand> {
  const environment = plainEnvironment(env);
  const isWindows = process.platform === 'win32';
  const file = isWindows ? command : findCommand(command, environment.PATH ?? '', process.cwd());
  const group = limitGroup(support, state, profile);
  const words: [string, string[]] =
    group === null
      ? [file, [...args]]
      : ['/bin/sh', ['-c', joinAndBecome, 'sh', ...group.joinFiles, '--', file, ...args]];
  const child = spawn(...words, {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
  });
  if (child.pid === undefined) await new Promise((_, reject) => child.once('error', reject));
  return new RunningCommand({
    child,
    limits: profile,
    group,
    access: () => 'rw',
    own: 0,
    onRefusal: (refusal) => onRefusal?.(state, refusal),
    ended: () => {},
  });
}
