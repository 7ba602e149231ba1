/**
 * Compiles `kernel/bit-distances.ts` into `src/embedded/bit-distances.json`, with the compiler of AssemblyScript, which npm
 * fetches. To be run after a change of the kernel.
 *
 *     node libs/search/make-kernel.mjs
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = import.meta.dirname;
const compiler = 'assemblyscript@0.28.20';
/** 128 KiB: a block of codes, their distances and the codes asked for. */
const pages = 2;

const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--initialMemory', String(pages)];
const scratch = mkdtempSync(join(tmpdir(), 'kernel-'));
const binary = join(scratch, 'kernel.wasm');
execFileSync(
  'npx',
  ['--yes', `--package=${compiler}`, 'asc', 'kernel/bit-distances.ts', ...options, '--outFile', binary],
  { cwd: folder, stdio: 'inherit' },
);
const made = {
  about: 'WebAssembly that compares bit codes, in base64',
  source: `kernel/bit-distances.ts, compiled by ${compiler} (make-kernel.mjs)`,
  licence: 'Apache-2.0, as the project',
  pages,
  wasm: readFileSync(binary, 'base64'),
};
writeFileSync(join(folder, 'src/embedded/bit-distances.json'), `${JSON.stringify(made, null, 2)}\n`);
rmSync(scratch, { recursive: true });
