import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { takeBuildLock } from './build-lock.mjs';

let folder;
let path;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-lock-'));
  path = join(folder, 'node_modules', 'lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The number of a process that cannot exist: above the highest that any system gives out. */
const nobody = 2 ** 30;

describe('the build lock', () => {
  it('is there while it is held and gone afterwards', async () => {
    const release = await takeBuildLock(path);
    expect(readFileSync(path, 'utf8')).toBe(`${process.pid} ${hostname()}\n`);
    release();
    expect(existsSync(path)).toBe(false);
  });

  it('lets the second wait for the first, and says so once', async () => {
    const order = [];
    const first = await takeBuildLock(path);
    const second = takeBuildLock(path, () => {
      order.push('waiting');
      first();
    }).then((release) => {
      order.push('taken');
      release();
    });
    await second;
    expect(order).toEqual(['waiting', 'taken']);
  });

  it('takes over from a process of this machine that has died', async () => {
    const held = await takeBuildLock(path);
    held();
    writeFileSync(path, `${nobody} ${hostname()}\n`);
    const release = await takeBuildLock(path, () => expect('no waiting').toBe('waited'));
    expect(readFileSync(path, 'utf8')).toContain(String(process.pid));
    release();
  });

  it('takes over a lock of another machine that nobody has touched for long', async () => {
    const held = await takeBuildLock(path);
    held();
    writeFileSync(path, `1 another-machine\n`);
    const longAgo = new Date(0);
    utimesSync(path, longAgo, longAgo);
    const release = await takeBuildLock(path, () => expect('no waiting').toBe('waited'));
    release();
    expect(existsSync(path)).toBe(false);
  });
});
