import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of this clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Folders of `libs` and `apps` that are workspaces, as absolute paths in a fixed order. */
export function workspaces(base) {
  return ['apps', 'libs', 'libs/toolkits'].flatMap((group) => {
    const folder = join(base, group);
    if (!isFolder(folder)) return [];
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => existsSync(join(path, 'package.json')));
  });
}

/** Every file below a folder that `keep` accepts (by path relative to the folder, with slashes), in a fixed order. */
export function filesBelow(folder, keep = () => true) {
  if (!isFolder(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => keep(relative(folder, path).split(sep).join('/')))
    .sort();
}
