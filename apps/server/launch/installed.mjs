import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { workspaces } from './repository.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Sorted text of what a package.json, or its copy in a lock file, asks for. */
const wants = (manifest) => JSON.stringify(kinds.map((kind) => Object.entries(manifest?.[kind] ?? {}).sort()));

/** Whether the lock file was made from the package.json files that are here now. */
function lockIsCurrent(base, lock) {
  const folders = ['', ...workspaces(base).map((path) => relative(base, path).split(sep).join('/'))];
  return folders.every((folder) => wants(readJson(join(base, folder, 'package.json'))) === wants(lock[folder]));
}

/** Packages that every platform needs: workspaces are links, and an optional package may be for another machine. */
const needed = (lock) =>
  Object.entries(lock).filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.optional);

/**
 * Whether node_modules holds what the lock file asks for. npm leaves a lock file of what it installed in node_modules,
 * written last; comparing the two takes milliseconds and no network.
 */
export function packagesAreInstalled(base) {
  const installedLock = join(base, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock) || !existsSync(join(base, 'package-lock.json'))) return false;
  try {
    const lock = readJson(join(base, 'package-lock.json')).packages;
    const installed = readJson(installedLock).packages;
    const same = ([path, entry]) =>
      installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity;
    return lockIsCurrent(base, lock) && needed(lock).every(same);
  } catch {
    return false;
  }
}
