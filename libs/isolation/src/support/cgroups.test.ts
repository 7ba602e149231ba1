import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { separateGroups, unifiedGroups } from './cgroups.js';

const limits = { memoryMb: 256, processes: 32, cpus: 1.5 };

/** A folder in the place of a cgroup file system: writing a setting makes its file, and counters are written by the test. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-cgroups-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const written = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const groupIn = (...path: string[]) => readdirSync(join(root, ...path))[0] as string;

describe('groups of the unified hierarchy', () => {
  it('bound memory without swap, processes and CPU, and are joined by one file', () => {
    const group = unifiedGroups(root).create('a', limits);
    const name = groupIn();
    expect(name).toBe(`assay-${process.pid}-a`);
    expect(written(name, 'memory.max')).toBe(String(256 * 1024 * 1024));
    expect(written(name, 'memory.swap.max')).toBe('0');
    expect(written(name, 'pids.max')).toBe('32');
    expect(written(name, 'cpu.max')).toBe('150000 100000');
    expect(group.joinFiles).toEqual([join(root, name, 'cgroup.procs')]);
  });

  it('give no less of a CPU than the kernel takes', () => {
    unifiedGroups(root).create('a', { ...limits, cpus: 0.001 });
    expect(written(groupIn(), 'cpu.max')).toBe('1000 100000');
  });

  it('report which limit stopped something', () => {
    const group = unifiedGroups(root).create('a', limits);
    expect(group.stopped()).toEqual([]);
    writeFileSync(join(root, groupIn(), 'memory.events'), 'low 0\nmax 12\noom 1\noom_kill 2\n');
    expect(group.stopped()).toEqual([{ kind: 'memory', limitMb: 256 }]);
    writeFileSync(join(root, groupIn(), 'pids.events'), 'max 5\n');
    expect(group.stopped()).toEqual([
      { kind: 'memory', limitMb: 256 },
      { kind: 'processes', limit: 32 },
    ]);
  });

  it('are not removed while something is in them', () => {
    const group = unifiedGroups(root).create('a', limits);
    expect(group.remove()).toBe(false);
    // The kernel's files go with their group; those of this folder do not.
    const name = groupIn();
    for (const file of readdirSync(join(root, name))) rmSync(join(root, name, file));
    expect(group.remove()).toBe(true);
    expect(readdirSync(root)).toEqual([]);
  });

  it('are removed later when their server has ended, and nobody else’s are', () => {
    const ended = 2 ** 22 + 1;
    const names = [`assay-${ended}-1-x`, `assay-${process.pid}-1-x`, 'user.slice'];
    for (const name of names) mkdirSync(join(root, name));
    unifiedGroups(root);
    expect(readdirSync(root).sort()).toEqual([names[1], names[2]].sort());
  });

  it('are not made without one of the limits', () => {
    mkdirSync(join(root, `assay-${process.pid}-a`, 'pids.max'), { recursive: true });
    expect(() => unifiedGroups(root).create('a', limits)).toThrow('EISDIR');
  });

  it('are made where there is no swap', () => {
    mkdirSync(join(root, `assay-${process.pid}-a`, 'memory.swap.max'), { recursive: true });
    unifiedGroups(root).create('a', limits);
    expect(written(`assay-${process.pid}-a`, 'memory.max')).toBe(String(256 * 1024 * 1024));
  });
});

describe('groups of separate hierarchies', () => {
  const parents = () => ({ memory: join(root, 'memory'), pids: join(root, 'pids'), cpu: join(root, 'cpu') });

  it('bound the same in one folder for each controller, each of which is joined', () => {
    const group = separateGroups(parents()).create('a', limits);
    const name = `assay-${process.pid}-a`;
    expect(written('memory', name, 'memory.limit_in_bytes')).toBe(String(256 * 1024 * 1024));
    expect(written('pids', name, 'pids.max')).toBe('32');
    expect(written('cpu', name, 'cpu.cfs_quota_us')).toBe('150000');
    expect(group.joinFiles).toEqual(
      ['memory', 'pids', 'cpu'].map((controller) => join(root, controller, name, 'cgroup.procs')),
    );
  });

  it('report which limit stopped something', () => {
    const group = separateGroups(parents()).create('a', limits);
    writeFileSync(join(root, 'memory', `assay-${process.pid}-a`, 'memory.oom_control'), 'under_oom 0\noom_kill 1\n');
    expect(group.stopped()).toEqual([{ kind: 'memory', limitMb: 256 }]);
  });
});
