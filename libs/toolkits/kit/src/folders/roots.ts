import { realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { Refusal } from '../refusal.js';
import { isPseudoFileSystem } from './file-systems.js';

/** A folder the server may read, with everything below it. */
export interface Root {
  /** What agents call it: the folder's own name, numbered when two are alike. */
  readonly name: string;
  /** The real path, without links. */
  readonly path: string;
  /** The absolute path as configured; agents may use it in place of the real one. */
  readonly given: string;
}

/** Whether `path` is `folder` or below it. Both absolute and normalised. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function uniqueName(path: string, taken: ReadonlySet<string>): string {
  const wanted = basename(path) || 'root';
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

async function realFolder(given: string): Promise<string> {
  const path = await realpath(given).catch(() => {
    throw new Refusal(`The root "${given}" does not exist or cannot be read. Create it or give another folder.`);
  });
  if (!(await stat(path)).isDirectory()) throw new Refusal(`The root "${given}" is not a folder. Give a folder.`);
  if (await isPseudoFileSystem(path)) {
    throw new Refusal(`The root "${given}" is a view of the kernel, not files. Give a folder of ordinary files.`);
  }
  return path;
}

/** Resolves the configured folders once, at start. Throws a Refusal that names the folder that will not do. */
export async function openRoots(folders: readonly string[]): Promise<readonly Root[]> {
  if (folders.length === 0) throw new Refusal('Give at least one folder to read, as an argument.');
  const roots: Root[] = [];
  const names = new Set<string>();
  for (const folder of folders) {
    const given = resolve(folder);
    const path = await realFolder(given);
    if (roots.some((root) => root.path === path)) continue;
    const name = uniqueName(path, names);
    names.add(name);
    roots.push(Object.freeze({ name, path, given }));
  }
  return Object.freeze(roots);
}
