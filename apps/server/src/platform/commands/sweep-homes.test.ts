import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sweepHomes } from './sweep-homes.js';

const [known, deleted] = ['01a200a7-7a3e-7008-aa96-4003068f80f8', '01a200a7-7a3e-7008-aa96-4003068f80f9'] as const;
const later = () => Date.now() + 2 * 3_600_000;

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-homes-'));
  folder = join(root, 'servers');
  for (const id of [known, deleted, 'notes']) mkdirSync(join(folder, id, 'home'), { recursive: true });
  writeFileSync(join(folder, deleted, 'home', 'kept'), 'what the command kept');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const sweep = (now: number, databaseId = 'one') =>
  sweepHomes({ folder, databaseId, isServer: (id) => id === known, now });
const left = () =>
  readdirSync(folder)
    .filter((it) => !it.startsWith('.'))
    .sort();

describe('sweepHomes', () => {
  it('removes the folders of servers that no longer exist, and nothing else', async () => {
    await sweep(later());
    expect(await sweep(later())).toEqual([deleted]);
    expect(left()).toEqual([known, 'notes'].sort());
  });

  it('leaves a folder alone that is new', async () => {
    await sweep(later());
    expect(await sweep(Date.now())).toEqual([]);
    expect(left()).toContain(deleted);
  });

  it('leaves the folders of another database alone, and those of nobody known yet', async () => {
    expect(await sweep(later(), 'one')).toEqual([]);
    expect(await sweep(later(), 'two')).toEqual([]);
    expect(left()).toContain(deleted);
    expect(await sweep(later(), 'one')).toEqual([deleted]);
  });

  it('has nothing to do where no command was ever started', async () => {
    rmSync(folder, { recursive: true });
    expect(await sweep(later())).toEqual([]);
  });
});
