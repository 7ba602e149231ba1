import { readdirSync, readFileSync } from 'node:fs';

/** A process as /proc shows it. The start tells it from a later one of the same number. */
export interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly started: string;
  readonly command: string;
}

function look(pid: number): Seen | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; state, parent and, 19 on, the start follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(fields[1]), started: String(fields[19]), command };
  } catch {
    return undefined;
  }
}

/** A process now; undefined when there is none of this number. */
export const seen = (pid: number): Seen | undefined => look(pid);

export const lives = (process: Seen): boolean => look(process.pid)?.started === process.started;

/** The direct children of a process. */
export const childrenOf = (parent: number): Seen[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? [])
    .filter((it) => it.parent === parent);

/** The children of a process, their children, and so on. */
export const descendantsOf = (parent: number): Seen[] =>
  childrenOf(parent).flatMap((child) => [child, ...descendantsOf(child.pid)]);

/** Ends one process at once, as a power cut would. One that is gone already is no error. */
export function killHard(process_: Seen): void {
  if (lives(process_)) process.kill(process_.pid, 'SIGKILL');
}
