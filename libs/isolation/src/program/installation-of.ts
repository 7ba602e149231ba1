import { closeSync, existsSync, lstatSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isSystemPath } from '../sandbox/system-mounts.js';
import { isBroad } from './broad-folders.js';

const programFolders = new Set(['bin', 'sbin', 'shims', '.bin', 'Scripts']);
const maxLinks = 16;
const shebangBytes = 4_096;

/** The beginning of a text file; empty for a binary. */
export function headOf(path: string): string {
  const buffer = Buffer.alloc(shebangBytes);
  const file = openSync(path, 'r');
  try {
    const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, shebangBytes, 0));
    return text.includes('\0') ? '' : text;
  } finally {
    closeSync(file);
  }
}

/** The installation a program file is part of: what is above its `bin`. The file alone when that holds other things. */
function prefixOf(path: string): string {
  const folder = dirname(path);
  const prefix = dirname(folder);
  return programFolders.has(basename(folder)) && !isBroad(prefix) ? prefix : path;
}

/** The base installation of a Python virtual environment. */
function baseOf(prefix: string): string[] {
  const settings = join(prefix, 'pyvenv.cfg');
  if (!existsSync(settings)) return [];
  const home = /^home\s*=\s*(\/.*)$/m.exec(readFileSync(settings, 'utf8'))?.[1]?.trim();
  if (home === undefined || isSystemPath(home)) return [];
  const base = dirname(home);
  return isBroad(base) ? [] : [base];
}

function interpreterOf(path: string): string | null {
  const [, command] = /^#!\s*(\/\S+)/.exec(headOf(path)) ?? [];
  return command !== undefined && existsSync(command) ? command : null;
}

/**
 * Files and folders outside the system that a program file needs to start: its installation, those that its links lead
 * to, and the one of the interpreter its first line names.
 */
export function installationOf(file: string): string[] {
  const found = new Set<string>();
  const add = (path: string, links: number): void => {
    if (links > maxLinks) return;
    if (!isSystemPath(path)) {
      const prefix = prefixOf(path);
      found.add(prefix);
      for (const base of baseOf(prefix)) found.add(base);
    }
    const next = lstatSync(path).isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : interpreterOf(path);
    if (next !== null) add(next, links + 1);
  };
  add(file, 0);
  return [...found];
}
