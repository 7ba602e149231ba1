import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { gitKit } from './kit.js';

let folder: string;
const path = process.env.PATH;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-path-'));
  process.env.PATH = folder;
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true });
});

/** A program named git that answers with this version. */
function gitOf(version: string): void {
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho git version ${version}\n`);
  chmodSync(join(folder, 'git'), 0o755);
}
const missing = (roots: readonly string[] = [folder]) =>
  gitKit.missing({ roots: [...roots], state: folder, settings: {} });

describe('the git kit', () => {
  it('is missing git where there is none, and says how to get it', async () => {
    expect(await missing()).toMatch(/git is not installed\. Install it \(Debian: apt-get install git\)/);
  });

  it.each([
    ['2.30.2', /too old\. Install git 2\.38 or newer/],
    ['1.9.5', /too old/],
  ])('refuses git %s', async (version, message) => {
    gitOf(version);
    expect(await missing()).toMatch(message);
  });

  it('takes git 2.38 and names a folder that is not there', async () => {
    gitOf('2.38.0');
    expect(await missing()).toBeNull();
    expect(await missing([join(folder, 'absent')])).toMatch(/absent/);
  });
});
