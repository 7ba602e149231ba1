import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CgroupLimits, separateGroups, unifiedGroups } from './cgroups.js';

export interface CgroupPlaces {
  /** Where control groups are mounted. */
  readonly root: string;
  /** Lines `number:controllers:path`, as in /proc/self/cgroup. */
  readonly own: string;
  /** Writes into a file of a group; the kernel refuses what its rules forbid. */
  readonly write?: (file: string, text: string) => void;
}

const here = (): CgroupPlaces => ({
  root: '/sys/fs/cgroup',
  own: existsSync('/proc/self/cgroup') ? readFileSync('/proc/self/cgroup', 'utf8') : '',
});

/** This process's group for a controller; for the unified hierarchy the name is empty. */
function ownGroup(own: string, controller: string): string | null {
  for (const line of own.split('\n')) {
    const [, names = '', path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (path !== undefined && names.split(',').includes(controller)) return path;
  }
  return null;
}

const probeLimits = { memoryMb: 64, processes: 8, cpus: 1 };

/** Returns the limits when a group can be made with them. */
function tried(make: () => CgroupLimits): CgroupLimits | null {
  try {
    const limits = make();
    limits.create('probe', probeLimits).remove();
    return limits;
  } catch {
    return null;
  }
}

const controllers = ['memory', 'pids', 'cpu'] as const;

function folderFor(root: string, own: string, controller: string): string {
  const path = ownGroup(own, controller);
  const inside = join(root, controller, path ?? '/');
  // In a container the path may be the host's, and the mount shows only our own group.
  return existsSync(inside) ? inside : join(root, controller);
}

/** A process may start another one while they are being moved. */
const maxMoves = 5;

/**
 * Turns on the controllers for the groups below ours. A group with processes cannot have limited children (the root of the
 * hierarchy can), so that ours are moved into a leaf where the kernel refuses.
 */
function makeRoom(group: string, write: NonNullable<CgroupPlaces['write']>): void {
  const control = join(group, 'cgroup.subtree_control');
  const enabled = readFileSync(control, 'utf8').split(/\s+/);
  if (controllers.every((it) => enabled.includes(it))) return;
  const leaf = join(group, 'assay-server');
  for (let move = 0; ; move += 1) {
    try {
      write(control, controllers.map((it) => `+${it}`).join(' '));
      return;
    } catch (refused) {
      if (move === maxMoves) throw refused;
      mkdirSync(leaf, { recursive: true });
      moveProcesses(group, leaf, write);
    }
  }
}

function moveProcesses(group: string, leaf: string, write: NonNullable<CgroupPlaces['write']>): void {
  for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)) {
    try {
      write(join(leaf, 'cgroup.procs'), pid);
    } catch (refused) {
      // It has ended; any other reason shows when the controllers are turned on.
      if ((refused as NodeJS.ErrnoException).code !== 'ESRCH') throw refused;
    }
  }
}

function unified({ root, own, write = writeFileSync }: CgroupPlaces): CgroupLimits {
  const inside = join(root, ownGroup(own, '') ?? '/');
  // In a container the path may be the host's, and the mount shows only our own group.
  const group = existsSync(inside) ? inside : root;
  // The leaf is where this process was put by an earlier attempt.
  const parent = group.endsWith('/assay-server') ? join(group, '..') : group;
  // Only what the groups above ours have turned on for it can be turned on below it.
  const available = readFileSync(join(parent, 'cgroup.controllers'), 'utf8').split(/\s+/);
  if (!controllers.every((it) => available.includes(it))) throw new Error('The controllers are not there.');
  makeRoom(parent, write);
  return unifiedGroups(parent);
}

function separate({ root, own }: CgroupPlaces): CgroupLimits {
  const parents = {
    memory: folderFor(root, own, 'memory'),
    pids: folderFor(root, own, 'pids'),
    cpu: folderFor(root, own, 'cpu'),
  };
  for (const parent of Object.values(parents))
    if (!existsSync(join(parent, 'cgroup.procs'))) throw new Error('Absent.');
  return separateGroups(parents);
}

/** The control groups this process may make; null when it may make none. */
export function findCgroups(places: CgroupPlaces = here()): CgroupLimits | null {
  if (existsSync(join(places.root, 'cgroup.controllers'))) return tried(() => unified(places));
  return existsSync(places.root) ? tried(() => separate(places)) : null;
}
