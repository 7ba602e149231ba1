import { spawn } from 'node:child_process';
import type { ProcessCommand, StartedProcess } from './start-process.js';

/**
 * Starts a process without isolation: a clean environment, and Node's permission model, which denies it files outside its
 * program, processes and threads. Only the engine keeps the code in it; fit for QuickJS without host functions.
 */
export async function startBare({ command, args, folders }: ProcessCommand): Promise<StartedProcess> {
  const permissions = ['--permission', ...folders.map((folder) => `--allow-fs-read=${folder}`)];
  const child = spawn(command, [...permissions, ...args], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  if (child.pid === undefined) await new Promise((_, reject) => child.once('error', reject));
  return {
    ...{ stdin: child.stdin, stdout: child.stdout, stderr: child.stderr },
    onExit: (ended) => {
      if (child.exitCode !== null || child.signalCode !== null) ended();
      else child.once('exit', ended);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
