import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isAbsent, Refusal, refusalOf, type Territory } from '@assay/kit';
import { childPath, type OpenFolder, openChild, openFolder } from './opened.js';

/** Longest file that is changed, in bytes: its content passes through memory. */
export const maxChanged = 64 * 1_048_576;

/** A file in an open folder, whose path no longer matters: everything goes through the folder's descriptor. */
export interface Target {
  readonly folder: OpenFolder;
  /** Real path of the folder. */
  readonly folderPath: string;
  readonly name: string;
  readonly shown: string;
}

export interface Current {
  readonly content: Buffer;
  readonly sha256: string;
  readonly mode: number;
  /** What the file system said of it, to notice a change until it is replaced. */
  readonly stats: Stats;
}

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Some file systems ignore case, and Windows has short names. */
const gitNames = ['.git', 'git~1'];

/** What lies there makes git start programs (hooks, configuration) when a person uses the repository. Throws a Refusal. */
function refuseGitFolder(path: string): void {
  if (path.split('/').some((segment) => gitNames.includes(segment.toLowerCase())))
    throw new Refusal(
      "Git's own folder is not changed: hooks and settings in it start programs. Use the tools for git.",
    );
}

/** Opens the folder of a path that may name no file yet. The caller closes `folder`. Throws a Refusal. */
export async function openTarget(territory: Territory, requested: string, makeFolders: boolean): Promise<Target> {
  const name = basename(requested);
  if (name === '' || name === '.' || name === '..' || requested.endsWith('/'))
    throw new Refusal(`"${requested.slice(0, 200)}" does not name a file.`);
  const parent = dirname(requested);
  if (territory.isOverview(parent) && !isAbsolute(requested))
    throw new Refusal(`"${name}" is not inside a root. Begin the path with the name of a root.`);
  // Before folders are made, and again when links have been followed.
  if (!isAbsolute(requested)) refuseGitFolder(requested);
  const { folder, folderPath, shown } = await openPath(territory, parent, makeFolders);
  try {
    refuseGitFolder(`${folderPath.slice(folder.root.path.length)}/${name}`);
  } catch (error) {
    await folder.close();
    throw error;
  }
  return { folder, folderPath, name, shown: shown === '.' ? name : `${shown}/${name}` };
}

type OpenPath = Pick<Target, 'folder' | 'folderPath' | 'shown'>;

/** Folders that do not exist are made one by one, each inside the one that is open. */
async function openPath(territory: Territory, path: string, makeFolders: boolean): Promise<OpenPath> {
  try {
    const place = await territory.locate(path);
    return {
      folder: await openFolder(place.real, place.root, place.shown),
      folderPath: place.real,
      shown: place.shown,
    };
  } catch (error) {
    const isMissing = error instanceof Refusal && error.message.startsWith('Nothing exists');
    if (!isMissing || !makeFolders || dirname(path) === path) throw error;
  }
  const name = basename(path);
  if (name === '..')
    throw new Refusal('A folder that is made cannot be reached through "..". Write the path without it.');
  const above = await openPath(territory, dirname(path), true);
  try {
    const made = childPath(above.folder, name);
    await mkdir(made).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 'EEXIST') throw refusalOf(error, name);
    });
    const shown = above.shown === '.' ? name : `${above.shown}/${name}`;
    const folderPath = join(above.folderPath, name);
    return { folder: await openFolder(made, above.folder.root, shown), folderPath, shown };
  } finally {
    await above.folder.close();
  }
}

/** The file as it is; null when nothing has that name. Throws a Refusal for anything but a regular file. */
export async function readCurrent({ folder, name, shown }: Target): Promise<Current | null> {
  const found = await lstat(childPath(folder, name)).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw refusalOf(error, shown);
  });
  if (found === null) return null;
  if (found.isSymbolicLink()) throw new Refusal(`"${shown}" is a link. Write to the file it leads to.`);
  if (!found.isFile()) throw new Refusal(`"${shown}" is not a regular file, so it is not written.`);
  if (found.size > maxChanged)
    throw new Refusal(`"${shown}" has ${found.size} bytes; up to ${maxChanged} are changed.`);
  const { handle, stats } = await openChild(folder, name, shown);
  try {
    const content = await handle.readFile();
    return { content, sha256: sha256Of(content), mode: stats.mode & 0o777, stats };
  } finally {
    await handle.close();
  }
}

/**
 * Puts the content in place at once: readers see the former file or the new one, whole. Refuses when the file was
 * created, changed or replaced since `current` was read.
 */
export async function replaceFile(
  target: Target,
  current: Current | null,
  content: Buffer,
  mode = 0o644,
): Promise<void> {
  const { folder, name, shown } = target;
  const temporary = childPath(folder, `.${randomBytes(8).toString('hex')}.assay-write`);
  const path = childPath(folder, name);
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const handle = await open(temporary, flags, current?.mode ?? mode);
    try {
      if (current !== null) await handle.chmod(current.mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (current === null) await link(temporary, path);
    else {
      await requireUnchanged(target, current);
      await rename(temporary, path);
      return;
    }
  } catch (error) {
    throw (error as { code?: unknown }).code === 'EEXIST' ? changedMeanwhile(shown) : writeRefusal(error, shown);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** Deletes a file that a change created. */
export async function removeFile(target: Target, current: Current): Promise<void> {
  await requireUnchanged(target, current);
  await unlink(childPath(target.folder, target.name)).catch((error: unknown) => {
    throw writeRefusal(error, target.shown);
  });
}

async function requireUnchanged({ folder, name, shown }: Target, { stats }: Current): Promise<void> {
  const now = await lstat(childPath(folder, name)).catch(() => null);
  const isSame =
    now !== null &&
    now.ino === stats.ino &&
    now.dev === stats.dev &&
    now.size === stats.size &&
    now.mtimeMs === stats.mtimeMs;
  if (!isSame) throw changedMeanwhile(shown);
}

const changedMeanwhile = (shown: string): Refusal =>
  new Refusal(`"${shown}" was changed by somebody else meanwhile. Nothing was written: read it and decide again.`);

const sentences: Readonly<Record<string, (shown: string) => string>> = {
  EACCES: (shown) => `The operating system does not let this server write "${shown}". Choose another path.`,
  EPERM: (shown) => `The operating system does not let this server write "${shown}". Choose another path.`,
  EROFS: (shown) => `"${shown}" is on a read-only file system. Choose another path.`,
  ENOSPC: () => 'The disk is full. Nothing was written.',
  EDQUOT: () => 'The disk quota is used up. Nothing was written.',
  EISDIR: (shown) => `"${shown}" is a folder.`,
};

function writeRefusal(error: unknown, shown: string): unknown {
  const sentence = sentences[String((error as { code?: unknown }).code)];
  return sentence === undefined ? refusalOf(error, shown) : new Refusal(sentence(shown));
}
