import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { LimitGroup } from './cgroups.js';
import { findCgroups } from './find-cgroups.js';

const found = findCgroups();
const whereWritable = found === null ? describe.skip : describe;

/** Runs a program in a group, as the sandbox does: a shell joins and becomes the program. Answers how it ended. */
async function runIn(
  group: LimitGroup,
  program: string,
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  const joins = group.joinFiles.map((file) => `echo $$ > '${file}'`).join(' && ');
  const child = spawn('/bin/sh', ['-c', `${joins} && exec "$@"`, 'sh', process.execPath, '-e', program], {
    stdio: 'ignore',
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

const removed = async (group: LimitGroup): Promise<void> => {
  // The kernel takes a moment to release processes that have ended.
  while (!group.remove()) await new Promise((resolve) => setImmediate(resolve));
};

whereWritable('real control groups', () => {
  it('end what takes more memory than allowed, and say so', async () => {
    const group = found?.create('test-memory', { memoryMb: 128, processes: 64, cpus: 1 }) as LimitGroup;
    const ended = await runIn(group, 'const all = []; for (;;) all.push(Buffer.alloc(16 * 2 ** 20, 1));');
    expect(ended.signal).toBe('SIGKILL');
    expect(group.stopped()).toContainEqual({ kind: 'memory', limitMb: 128 });
    await removed(group);
    expect(existsSync(dirname(group.joinFiles[0] as string))).toBe(false);
  });

  it('refuse more processes than allowed, and say so', async () => {
    const group = found?.create('test-processes', { memoryMb: 256, processes: 24, cpus: 1 }) as LimitGroup;
    const bomb = `let failed = 0;
      const { spawn } = require('node:child_process');
      const all = Array.from({ length: 40 }, () => {
        const child = spawn('/bin/sleep', ['20'], { stdio: 'ignore' });
        child.on('error', () => { failed += 1; });
        return child;
      });
      setImmediate(() => setImmediate(() => { for (const it of all) it.kill('SIGKILL'); process.exit(failed > 0 ? 7 : 0); }));`;
    expect(await runIn(group, bomb)).toEqual({ code: 7, signal: null });
    expect(group.stopped()).toContainEqual({ kind: 'processes', limit: 24 });
    await removed(group);
  });
});
