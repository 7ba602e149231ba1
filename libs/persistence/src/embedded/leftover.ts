import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine, identify, isAlive } from './process-identity.js';

const pidFile = (data: string) => join(data, 'postmaster.pid');

/** Lines of PostgreSQL's own pid file: process on the first, state (`ready`) on the eighth. */
export function readPidFile(data: string): { readonly pid: number; readonly ready: boolean } | undefined {
  if (!existsSync(pidFile(data))) return undefined;
  const lines = readFileSync(pidFile(data), 'utf8').split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Ends what an earlier process left: a PostgreSQL that survived it is stopped cleanly (everything acknowledged is in its
 * log on disk), and a pid file whose process is gone, or is now another program, is removed.
 */
export async function clearLeftover(data: string, log: (message: string) => void): Promise<void> {
  const found = readPidFile(data);
  if (!found) return;
  const who = identify(found.pid);
  if (!who || !commandLine(found.pid).includes(data)) {
    rmSync(pidFile(data), { force: true });
    return;
  }
  log(`Stopping the database that an earlier process left running (process ${found.pid}).`);
  await endPostmaster(() => isAlive(who), found.pid);
}

/** Fast shutdown (disconnects everybody, writes a checkpoint); immediate after 20 s: the log on disk is replayed then. */
export async function endPostmaster(alive: () => boolean, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!alive()) return;
    signalTo(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs && alive(); waitedMs += 10) await pause(10);
  }
}

/** A process that has just ended is no error. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
