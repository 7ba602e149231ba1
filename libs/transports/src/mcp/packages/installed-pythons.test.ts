import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { installedPythons } from './installed-pythons.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-pythons-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(...path: string[]): string {
  const file = join(home, ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

function install(folder: string, version: string): void {
  const program = write(folder, 'bin', `python${version}`);
  write(folder, 'lib', `python${version}`, 'os.py');
  symlinkSync(program, join(home, folder, 'bin', 'python3'));
}

const versions = (path: string) => installedPythons(path, home).map(({ folder, version }) => [folder, version]);

it('finds the one on the PATH first, then the other installations, newest first, each once', () => {
  install('system', '3.11');
  install('.pyenv/versions/3.9.18', '3.9');
  install('.pyenv/versions/3.12.1', '3.12');
  install('.local/share/uv/python/cpython-3.13.0-linux', '3.13');
  const path = [join(home, 'system', 'bin'), join(home, '.pyenv', 'versions', '3.12.1', 'bin'), 'relative'].join(':');
  const at = (folder: string) => join(home, folder);
  const [first, ...rest] = versions(path);
  expect(first).toEqual([at('system'), '3.11']);
  expect(rest.map(([, version]) => version)).toEqual(['3.13', '3.12', '3.9']);
});

it('takes no wrapper, no old Python and no program without its library', () => {
  install('old', '3.7');
  write('shims', 'python3');
  write('bin', 'python3.12');
  expect(versions(['old/bin', 'shims', 'bin'].map((it) => join(home, it)).join(':'))).toEqual([]);
});
