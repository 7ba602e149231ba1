/**
 * Makes the packed package self-contained. Its code imports nothing, but its type declarations refer to
 * @assay/contracts, so the declarations of that library are copied beside them (dist/contracts) and the imports
 * redirected there. `prepack` does it and `postpack` undoes it (`--undo`); both are idempotent.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = join(import.meta.dirname ?? dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(home, 'dist');
const vendored = join(dist, 'contracts');
const licence = join(home, 'LICENSE');
const shared = "'@assay/contracts'";
const beside = "'./contracts/index.js'";

function rewrite(from, to) {
  for (const name of readdirSync(dist)) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(dist, name);
    const text = readFileSync(file, 'utf8');
    if (text.includes(from)) writeFileSync(file, text.replaceAll(from, to));
  }
}

function vendor() {
  const source = dirname(fileURLToPath(import.meta.resolve('@assay/contracts')));
  mkdirSync(vendored, { recursive: true });
  for (const name of readdirSync(source, { recursive: true })) {
    if (name.endsWith('.d.ts')) cpSync(join(source, name), join(vendored, name));
  }
  rewrite(shared, beside);
  const common = join(home, '..', '..', 'LICENSE');
  if (existsSync(common)) cpSync(common, licence);
}

function undo() {
  rmSync(vendored, { recursive: true, force: true });
  rewrite(beside, shared);
  rmSync(licence, { force: true });
}

process.argv.includes('--undo') ? undo() : vendor();
