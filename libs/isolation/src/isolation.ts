import type { IsolatedCommand, IsolatedProcess, RunOptions, RunResult } from './isolated-process.js';
import type { IsolationOptions } from './isolation-options.js';

import { runToEnd } from './run-to-end.js';
import { startInSandbox } from './start-in-sandbox.js';
import { startPlain } from './start-plain.js';
import type { IsolationSupport } from './support/support.js';

export interface Isolation {
  readonly support: IsolationSupport;
  /**
   * Starts a command. Rejects with an error that has `code: 'ENOENT'` or `'EACCES'` when there is no such program, and
   * `'EFOLDER'` when a folder of its profile cannot be shown.
   */
  start(command: IsolatedCommand): Promise<IsolatedProcess>;
  /** Runs a command to its end. Aborting the signal kills it. */
  run(command: IsolatedCommand, options: RunOptions): Promise<RunResult>;
  /** Ends every command. */
  close(): void;
}

/** Starts commands as well as this machine can isolate them. */
export function openIsolation(options: IsolationOptions): Isolation {
  const running = new Set<IsolatedProcess>();
  const killAll = () => {
    for (const each of running) each.kill();
  };
  const start = async (command: IsolatedCommand): Promise<IsolatedProcess> => {
    const started = await (options.support.kind === 'bubblewrap' && command.isolated !== false
      ? startInSandbox(command, options)
      : startPlain(command, options));
    if (running.size === 0) process.on('exit', killAll);
    running.add(started);
    const forget = () => {
      running.delete(started);
      if (running.size === 0) process.off('exit', killAll);
    };
    if (hasEnded(started)) forget();
    else started.child.once('exit', forget);
    return started;
  };
  return {
    support: options.support,
    start,
    run: async (command, runOptions) => runToEnd(await start(command), runOptions),
    close: killAll,
  };
}

const hasEnded = ({ child }: IsolatedProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
