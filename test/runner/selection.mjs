import { existsSync } from 'node:fs';
import { join } from 'node:path';

const databaseFolders = ['libs/persistence/', 'apps/server/', 'test/'];
const foldersWithout = ['test/architecture/', 'test/runner/'];

/** Whether a test, by its path from the root, may work with PostgreSQL. */
export const usesDatabase = (path) =>
  databaseFolders.some((folder) => path.startsWith(folder)) &&
  !foldersWithout.some((folder) => path.startsWith(folder));

/** `@assay/kernel` is `libs/kernel/`, the folder of the package; `@assay/kit-git` is `libs/toolkits/git/`. Any other argument stays as it is. */
export function pathOfPackage(arg, root) {
  const [, name] = /^@assay\/([a-z-]+)$/.exec(arg) ?? [];
  if (name === undefined) return arg;
  const found = [`libs/${name}`, `apps/${name}`, `libs/toolkits/${name.replace(/^kit-/, '')}`].find((folder) =>
    existsSync(join(root, folder)),
  );
  return found === undefined ? arg : `${found}/`;
}
