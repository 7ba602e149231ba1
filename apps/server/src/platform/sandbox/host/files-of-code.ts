import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { isWithin, plainPath } from '@assay/creation';
import { Refused } from './refused.js';

const maxBytes = 1024 * 1024;
const maxEntries = 1_000;
/** Where the system shows processes and devices, with the environment of this one. */
const systemFolders = ['/proc', '/sys', '/dev'];

/** Reads files for generated code: in folders that its run may reach, and nothing of the installation itself. */
export class FilesOfCode {
  readonly #listed: readonly string[];
  readonly #hidden: readonly string[];

  /**
   * @param listed folders of the installation's list, which may lie in a hidden one
   * @param hidden folders that nothing is read from, whatever a call names
   */
  constructor(listed: readonly string[], hidden: readonly string[]) {
    this.#listed = listed;
    this.#hidden = hidden;
  }

  /** The text of a file, as UTF-8. */
  async read(path: string, folders: readonly string[]): Promise<string> {
    const real = await this.#place(path, folders);
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(refuse);
    try {
      return await this.#text(handle, path, real);
    } finally {
      await handle.close();
    }
  }

  /** Names in a folder, sorted; those of folders end with a slash. */
  async list(path: string, folders: readonly string[]): Promise<string[]> {
    const real = await this.#place(path, folders);
    const entries = await readdir(real, { withFileTypes: true }).catch(refuse);
    if (entries.length > maxEntries)
      throw new Refused('output_too_large', `The folder has more than ${maxEntries} entries.`);
    return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  }

  async #text(handle: FileHandle, path: string, real: string): Promise<string> {
    const opened = await handle.stat();
    if (!opened.isFile()) throw new Refused('invalid_input', 'It is not a regular file.');
    if (opened.size > maxBytes)
      throw new Refused('output_too_large', `The file has ${opened.size} bytes; up to ${maxBytes} are read.`);
    // A link that was changed between finding the place and opening it leads to another file.
    const [again, found] = await Promise.all([realpath(path).catch(refuse), stat(real).catch(refuse)]);
    if (again !== real || !isSame(found, opened)) throw new Refused('unavailable', 'The file changed meanwhile.');
    const bytes = Buffer.alloc(maxBytes + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    if (bytesRead > maxBytes) throw new Refused('output_too_large', `Up to ${maxBytes} bytes are read.`);
    return bytes.toString('utf8', 0, bytesRead);
  }

  /** The place a path leads to, links followed: inside one of the folders. */
  async #place(path: string, folders: readonly string[]): Promise<string> {
    const plain = plainPath(path);
    if (plain === null) throw new Refused('invalid_input', 'Pass an absolute path.');
    const isGranted = folders.some((folder) => isWithin(plain, plainPath(folder) ?? '\0'));
    if (!isGranted) throw denied(path);
    const real = await realpath(plain).catch(refuse);
    const roots = await realPaths(folders);
    if (!roots.some((root) => isWithin(real, root))) throw denied(path);
    if (await this.#isHidden(real)) throw denied(path);
    return real;
  }

  async #isHidden(real: string): Promise<boolean> {
    if (systemFolders.some((folder) => isWithin(real, folder))) return true;
    const listed = await realPaths(this.#listed);
    if (listed.some((folder) => isWithin(real, folder))) return false;
    return (await realPaths(this.#hidden)).some((folder) => isWithin(real, folder));
  }
}

const denied = (path: string): Refused =>
  new Refused('denied', `The path ${JSON.stringify(path.slice(0, 200))} is not in a folder of this run.`);

/** Those that exist. */
async function realPaths(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return found.filter((path) => path !== undefined);
}

const isSame = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev;

function refuse(error: { readonly code?: string }): never {
  if (error.code === 'ENOENT') throw new Refused('not_found', 'Nothing exists at this path.');
  if (error.code === 'ENOTDIR') throw new Refused('invalid_input', 'It is not a folder.');
  throw new Refused('unavailable', 'It could not be read.');
}
