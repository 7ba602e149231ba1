import { existsSync } from 'node:fs';
import { join } from 'node:path';

const databaseFolders = ['libs/persistence/', 'apps/server/', 'test/'];
const foldersWithout = ['test/architecture/', 'test/runner/'];

/** Whether a test, by its path from the root, may work with PostgreSQL. */
export const usesDatabase = (path) =>
  databaseFolders.some((folder) => path.startsWith(folder)) &&
  !foldersWithout.some((folder) => path.startsWith(folder));

/** `@assay/kernel` is `libs/kernel/`, the folder of the package; any other argument stays as it is. */
export function pathOfPackage(arg, root) {
  const [, name] = /^@assay\/([a-z-]+)$/.exec(arg) ?? [];
  const folder = ['libs', 'apps'].find((parent) => name !== undefined && existsSync(join(root, parent, name)));
  return folder === undefined ? arg : `${folder}/${name}/`;
}
