import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findCgroups } from './find-cgroups.js';

/** A folder in the place of /sys/fs/cgroup. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-cgroups-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function folderWith(files: Readonly<Record<string, string>>, ...path: string[]): void {
  mkdirSync(join(root, ...path), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, ...path, name), text);
}
const procs = { 'cgroup.procs': '' };

describe('finding the control groups of this process', () => {
  it('makes groups below its own in the unified hierarchy', () => {
    folderWith({ 'cgroup.controllers': 'cpuset cpu io memory pids' });
    folderWith({ ...procs, 'cgroup.subtree_control': 'cpu memory pids' }, 'system.slice', 'assay.service');
    const found = findCgroups({ root, own: '0::/system.slice/assay.service\n' });
    expect(found?.kind).toBe('cgroup-v2');
    found?.create('a', { memoryMb: 64, processes: 8, cpus: 1 });
    expect(existsSync(join(root, 'system.slice', 'assay.service', `assay-${process.pid}-a`, 'memory.max'))).toBe(true);
  });

  it('turns the controllers on where they are off', () => {
    folderWith({ ...procs, 'cgroup.controllers': 'cpu memory pids', 'cgroup.subtree_control': '' });
    expect(findCgroups({ root, own: '0::/\n' })?.kind).toBe('cgroup-v2');
    expect(readFileSync(join(root, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids +cpu');
  });

  it('makes groups beside the leaf that an earlier start moved this process into', () => {
    folderWith({ ...procs, 'cgroup.controllers': 'cpu memory pids', 'cgroup.subtree_control': 'cpu memory pids' });
    folderWith(procs, 'assay-server');
    findCgroups({ root, own: '0::/assay-server\n' })?.create('a', { memoryMb: 64, processes: 8, cpus: 1 });
    expect(readdirSync(root)).toContain(`assay-${process.pid}-a`);
  });

  it('finds none where a controller is missing', () => {
    folderWith({ ...procs, 'cgroup.controllers': 'hugetlb memory', 'cgroup.subtree_control': '' });
    expect(findCgroups({ root, own: '0::/\n' })).toBeNull();
  });

  it('finds none where nothing can be written', () => {
    folderWith({ 'cgroup.controllers': 'cpu memory pids' });
    mkdirSync(join(root, 'cgroup.subtree_control'));
    expect(findCgroups({ root, own: '0::/\n' })).toBeNull();
    expect(findCgroups({ root: join(root, 'absent'), own: '' })).toBeNull();
  });

  it('uses separate hierarchies, in a container also when the path is the host’s', () => {
    for (const controller of ['memory', 'pids', 'cpu']) folderWith(procs, controller);
    folderWith(procs, 'memory', 'own');
    const found = findCgroups({ root, own: '4:memory:/own\n8:pids:/docker/1234\n2:cpu,cpuacct:/\n' });
    expect(found?.kind).toBe('cgroup-v1');
    found?.create('a', { memoryMb: 64, processes: 8, cpus: 1 });
    expect(existsSync(join(root, 'memory', 'own', `assay-${process.pid}-a`))).toBe(true);
    expect(existsSync(join(root, 'pids', `assay-${process.pid}-a`))).toBe(true);
  });
});
