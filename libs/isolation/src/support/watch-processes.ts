import { readdirSync, readFileSync } from 'node:fs';
import type { Refusal } from '../refusal.js';
import type { Limits } from './cgroups.js';

const pageBytes = 4_096;
const mebibyte = 1024 * 1024;
/** Above this many processes the rest need not be counted. */
const maxCounted = 20_000;

function numbersIn(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

/** A process is the child of the thread that started it. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) => numbersIn(`/proc/${pid}/task/${task}/children`));
  } catch {
    return [];
  }
}

/** Everything that descends from a process, itself included. */
export function descendantsOf(pid: number): number[] {
  const found = [pid];
  for (let index = 0; index < found.length && found.length < maxCounted; index++) {
    found.push(...childrenOf(found[index] as number));
  }
  return found;
}

const residentBytes = (pid: number): number => (numbersIn(`/proc/${pid}/statm`)[1] ?? 0) * pageBytes;

/** Which limit the descendants of a process exceed; null for none. Costs a few file reads for each. */
export function exceededBy(pid: number, limits: Limits): Refusal | null {
  const all = descendantsOf(pid);
  if (all.length > limits.processes) return { kind: 'processes', limit: limits.processes };
  const resident = all.reduce((sum, each) => sum + residentBytes(each), 0);
  return resident > limits.memoryMb * mebibyte ? { kind: 'memory', limitMb: limits.memoryMb } : null;
}
