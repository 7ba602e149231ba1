import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSystemPath } from '../sandbox/system-mounts.js';
import { isBroad } from './broad-folders.js';

const otherMarks = ['pyproject.toml', 'setup.py', 'Cargo.toml', 'go.mod', 'Gemfile', 'composer.json'];

/** A package.json with a name; others only say how files of a folder are to be read. */
function isPackageRoot(folder: string): boolean {
  if (otherMarks.some((mark) => existsSync(join(folder, mark)))) return true;
  try {
    return /"name"\s*:/.test(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return false;
  }
}

/** Of `…/site-packages/name/…`. */
const sitePackage = /^(.*\/site-packages\/[^/]+)\/.+$/;

/** The nearest folder above a file that describes itself as a package. */
function describedRoot(path: string): string | null {
  for (let folder = dirname(path); !isBroad(folder); folder = dirname(folder))
    if (isPackageRoot(folder) || basename(dirname(folder)) === 'node_modules') return folder;
  return null;
}

/**
 * Folders of the package that a file of a program belongs to, the largest first: the nearest one that describes itself,
 * and the file's own folder. None of the system's, and none that holds more than this program.
 */
export function packageFolders(file: string): string[] {
  const path = realpathSync(file);
  if (isSystemPath(path)) return [];
  const site = sitePackage.exec(path)?.[1];
  if (site !== undefined) return [site];
  const own = dirname(path);
  const folders = [describedRoot(path), isBroad(own) ? null : own];
  return [...new Set(folders.filter((folder) => folder !== null))];
}
