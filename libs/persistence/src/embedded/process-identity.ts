import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Tells a living process from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in whatever form the system says it; only equality means anything. */
  readonly started: string;
}

const askPs = (pid: number, column: string): string =>
  spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';

const hasProc = existsSync('/proc/self/stat');

/** Undefined when there is no such process. A zombie counts as gone. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!hasProc) {
    const started = askPs(pid, 'lstart');
    return started === '' ? undefined : { pid, started };
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in parentheses and may itself hold blanks; the state follows, the start is 20 on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[19] === undefined ? undefined : { pid, started: fields[19] };
  } catch {
    return undefined;
  }
}

export const isAlive = (who: ProcessIdentity): boolean => identify(who.pid)?.started === who.started;

/** The command line of a process, words joined by blanks; empty when there is none. */
export function commandLine(pid: number): string {
  if (!hasProc) return askPs(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return '';
  }
}
