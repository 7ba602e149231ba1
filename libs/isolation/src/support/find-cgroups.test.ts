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
const all = { ...procs, 'cgroup.controllers': 'cpu memory pids', 'cgroup.subtree_control': 'cpu memory pids' };
const service = ['system.slice', 'assay.service'];
const own = '0::/system.slice/assay.service\n';

/** The rules that the kernel's documentation states for a group that is not the root of the hierarchy. */
function kernelRules(ended: readonly string[] = [], started: string[] = []) {
  const group = join(root, ...service);
  const refuse = (code: string) => {
    throw Object.assign(new Error(code), { code });
  };
  return (file: string, text: string) => {
    const procs = join(group, 'cgroup.procs');
    const inside = readFileSync(procs, 'utf8').split('\n').filter(Boolean);
    if (file === join(group, 'cgroup.subtree_control') && inside.length > 0) refuse('EBUSY');
    if (file === join(group, 'assay-server', 'cgroup.procs')) {
      const left = inside.filter((it) => it !== text);
      writeFileSync(procs, [...left, ...started.splice(0, 1)].join('\n'));
      if (ended.includes(text)) refuse('ESRCH');
      return writeFileSync(file, `${text}\n`, { flag: 'a' });
    }
    writeFileSync(file, text);
  };
}

describe('finding the control groups of this process', () => {
  it('makes groups below its own in the unified hierarchy', () => {
    folderWith({ 'cgroup.controllers': 'cpuset cpu io memory pids' });
    folderWith(all, 'system.slice', 'assay.service');
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

  it('moves the processes of its own group into a leaf first, also one that starts meanwhile, and not one that ends', () => {
    folderWith({ 'cgroup.controllers': 'cpu memory pids' });
    folderWith({ ...all, 'cgroup.subtree_control': '', 'cgroup.procs': '7\n8\n9\n' }, ...service);
    const found = findCgroups({ root, own, write: kernelRules(['8'], ['10']) });
    expect(found?.kind).toBe('cgroup-v2');
    const text = (...path: string[]) => readFileSync(join(root, ...service, ...path), 'utf8');
    expect(text('cgroup.subtree_control')).toBe('+memory +pids +cpu');
    expect(text('assay-server', 'cgroup.procs')).toBe('7\n9\n10\n');
  });

  it('finds none, and moves nothing, where the group above has not turned the controllers on', () => {
    folderWith({ 'cgroup.controllers': 'cpu memory pids' });
    folderWith({ ...all, 'cgroup.controllers': 'memory pids', 'cgroup.subtree_control': '' }, ...service);
    expect(findCgroups({ root, own, write: kernelRules() })).toBeNull();
    expect(existsSync(join(root, ...service, 'assay-server'))).toBe(false);
  });

  it('finds none where the processes may not be moved', () => {
    folderWith({ 'cgroup.controllers': 'cpu memory pids' });
    folderWith({ ...all, 'cgroup.subtree_control': '', 'cgroup.procs': '7\n' }, ...service);
    const write = () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    };
    expect(findCgroups({ root, own, write })).toBeNull();
  });

  it('uses the root of the mount where the path is the host’s', () => {
    folderWith(all);
    findCgroups({ root, own: '0::/docker/1234\n' })?.create('a', { memoryMb: 64, processes: 8, cpus: 1 });
    expect(readdirSync(root)).toContain(`assay-${process.pid}-a`);
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
