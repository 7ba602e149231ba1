import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Refusal } from '../refusal.js';

export interface Limits {
  readonly memoryMb: number;
  readonly processes: number;
  readonly cpus: number;
}

/** A control group that one sandbox's processes live in. */
export interface LimitGroup {
  /** Files that take the number of a process that is to join; what it starts joins with it. */
  readonly joinFiles: readonly string[];
  /** Which limits have stopped something so far. */
  stopped(): Refusal[];
  /** Removes the group; false while processes of it are still ending. */
  remove(): boolean;
}

/** Makes control groups on this machine. */
export interface CgroupLimits {
  readonly kind: 'cgroup-v2' | 'cgroup-v1';
  create(name: string, limits: Limits): LimitGroup;
}

const mebibyte = 1024 * 1024;
const periodUs = 100_000;
/** The kernel refuses less than a millisecond in each period. */
const quotaUs = ({ cpus }: Pick<Limits, 'cpus'>): number => Math.max(1_000, Math.round(cpus * periodUs));
const prefix = 'assay-';

/** A count in a file of lines such as `oom_kill 3`. */
function countIn(file: string, name: string): number {
  try {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((it) => it.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  } catch {
    return 0;
  }
}

function removeAll(folders: readonly string[]): boolean {
  let isGone = true;
  for (const folder of folders) {
    try {
      if (existsSync(folder)) rmdirSync(folder);
    } catch {
      isGone = false;
    }
  }
  return isGone;
}

/** Settings of one group: files and what is written into each. Those that a kernel lacks are optional. */
interface Settings {
  readonly required: Readonly<Record<string, string>>;
  readonly optional?: Readonly<Record<string, string>>;
}

function writeSettings(folder: string, { required, optional = {} }: Settings): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, value] of Object.entries(required)) writeFileSync(join(folder, name), value);
  for (const [name, value] of Object.entries(optional)) {
    try {
      writeFileSync(join(folder, name), value);
    } catch {
      // Without swap there is nothing to limit.
    }
  }
}

function stoppedBy(limits: Limits, memoryFile: string, pidsFile: string): Refusal[] {
  return [
    ...(countIn(memoryFile, 'oom_kill') > 0 ? [{ kind: 'memory', limitMb: limits.memoryMb } as const] : []),
    ...(countIn(pidsFile, 'max') > 0 ? [{ kind: 'processes', limit: limits.processes } as const] : []),
  ];
}

/** Removes groups that a process left behind which has ended. */
function removeLeftovers(parent: string): void {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeAll([join(parent, name)]);
  }
}

const nameOf = (name: string): string => `${prefix}${process.pid}-${name}`;

/** Groups of one hierarchy for all controllers, below `parent`. */
export function unifiedGroups(parent: string): CgroupLimits {
  removeLeftovers(parent);
  return {
    kind: 'cgroup-v2',
    create: (name, limits) => {
      const folder = join(parent, nameOf(name));
      writeSettings(folder, {
        required: {
          'memory.max': String(Math.round(limits.memoryMb * mebibyte)),
          'pids.max': String(limits.processes),
          'cpu.max': `${quotaUs(limits)} ${periodUs}`,
        },
        optional: { 'memory.swap.max': '0', 'memory.oom.group': '1' },
      });
      return {
        joinFiles: [join(folder, 'cgroup.procs')],
        stopped: () => stoppedBy(limits, join(folder, 'memory.events'), join(folder, 'pids.events')),
        remove: () => removeAll([folder]),
      };
    },
  };
}

/** Groups of separate hierarchies, below each controller's `parents` folder. */
export function separateGroups(parents: Readonly<Record<'memory' | 'pids' | 'cpu', string>>): CgroupLimits {
  for (const parent of Object.values(parents)) removeLeftovers(parent);
  return {
    kind: 'cgroup-v1',
    create: (name, limits) => {
      const at = (controller: 'memory' | 'pids' | 'cpu') => join(parents[controller], nameOf(name));
      const bytes = String(Math.round(limits.memoryMb * mebibyte));
      writeSettings(at('memory'), {
        required: { 'memory.limit_in_bytes': bytes },
        optional: { 'memory.memsw.limit_in_bytes': bytes, 'memory.swappiness': '0' },
      });
      writeSettings(at('pids'), { required: { 'pids.max': String(limits.processes) } });
      writeSettings(at('cpu'), {
        required: {
          'cpu.cfs_period_us': String(periodUs),
          'cpu.cfs_quota_us': String(quotaUs(limits)),
        },
      });
      const folders = [at('memory'), at('pids'), at('cpu')];
      return {
        joinFiles: folders.map((folder) => join(folder, 'cgroup.procs')),
        stopped: () => stoppedBy(limits, join(at('memory'), 'memory.oom_control'), join(at('pids'), 'pids.events')),
        remove: () => removeAll(folders),
      };
    },
  };
}
