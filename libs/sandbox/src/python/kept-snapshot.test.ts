import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keptSnapshot } from './kept-snapshot.js';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'assay-kept-'));
  folder = join(parent, 'python');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const day = 86_400_000;
const now = 100 * day;
let made = 0;
const make = async (): Promise<Buffer> => Buffer.from(`interpreter ${++made}`);
const kept = (key = 'v1') => keptSnapshot({ folder, key, now: () => now }, make);
const file = (name: string, ageDays: number): void => {
  writeFileSync(join(folder, name), name);
  utimesSync(join(folder, name), (now - ageDays * day) / 1_000, (now - ageDays * day) / 1_000);
};

describe('a snapshot that is kept', () => {
  it('is made once, and again for another key', async () => {
    const first = await kept();
    expect(readFileSync(first, 'utf8')).toBe(`interpreter ${made}`);
    expect(await kept()).toBe(first);
    expect(await kept('v2')).not.toBe(first);
    expect(readdirSync(folder).filter((name) => name.endsWith('.snapshot'))).toHaveLength(2);
  });

  it('is made again when its content is not what its name says', async () => {
    const first = await kept();
    rmSync(first);
    writeFileSync(first, 'something else');
    const second = await kept();
    expect(readFileSync(second, 'utf8')).toBe(`interpreter ${made}`);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('leaves nothing when it cannot be made', async () => {
    const failing = keptSnapshot({ folder, key: 'v1', now: () => now }, () => Promise.reject(new Error('no process')));
    await expect(failing).rejects.toThrow('no process');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes what is half written, and what other versions have not used for long', async () => {
    await kept();
    for (const [name, ageDays] of [
      ...[['a.part', 1] as const, ['b.part', 0.01] as const, ['notes.txt', 90] as const],
      ...[['v2-1.snapshot', 40] as const, ['v3-1.snapshot', 50] as const, ['v4-1.snapshot', 60] as const],
    ])
      file(name, ageDays);
    await kept();
    const left = readdirSync(folder).filter((name) => !name.startsWith('v1-'));
    expect(left.toSorted()).toEqual(['b.part', 'notes.txt', 'v2-1.snapshot', 'v3-1.snapshot']);
  });
});
