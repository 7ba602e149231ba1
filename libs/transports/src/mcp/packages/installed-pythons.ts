import { existsSync, globSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A Python of this machine that packages can be installed for. */
export interface InstalledPython {
  readonly file: string;
  /** Its installation, with the standard library. */
  readonly folder: string;
  /** `3.12`. */
  readonly version: string;
}

/** Where pyenv and uv put the versions they install. */
const versionFolders = ['.pyenv/versions/*/bin/python3', '.local/share/uv/python/cpython-*/bin/python3'];

const oldest = 8;

/**
 * Those that the user of the server has: the one found first on the PATH, then the others, newest first. A link or a
 * wrapper counts as what it leads to; a wrapper script leads nowhere.
 */
export function installedPythons(path: string, home: string): InstalledPython[] {
  const folders = path.split(':').filter((it) => it.startsWith('/'));
  const onPath = folders.map((folder) => join(folder, 'python3'));
  const others = [...folders.map((folder) => join(folder, 'python3.*')), ...versionFolders.map((it) => join(home, it))];
  const [first, ...rest] = unique(onPath.flatMap(read));
  const more = unique([...rest, ...globSync(others).flatMap(read)]).filter((it) => it.file !== first?.file);
  return [...(first === undefined ? [] : [first]), ...more.sort(newestFirst)];
}

function read(file: string): InstalledPython[] {
  if (!existsSync(file)) return [];
  const real = realpathSync(file);
  const version = /^python(3\.(\d+))$/.exec(basename(real));
  if (version?.[1] === undefined || Number(version[2]) < oldest) return [];
  const folder = dirname(dirname(real));
  // Without its library beside it, the folder above could be anything, such as somebody's home.
  if (!existsSync(join(folder, 'lib', `python${version[1]}`, 'os.py'))) return [];
  return [{ file: real, folder, version: version[1] }];
}

const unique = (pythons: readonly InstalledPython[]): InstalledPython[] => [
  ...new Map(pythons.map((it) => [it.file, it])).values(),
];

const newestFirst = (a: InstalledPython, b: InstalledPython): number =>
  b.version.localeCompare(a.version, 'en', { numeric: true }) || b.file.localeCompare(a.file, 'en', { numeric: true });
