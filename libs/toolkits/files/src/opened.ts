import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { isPseudoFileSystem, isWithin, Refusal, type Root, refusalOf } from '@assay/kit';

/**
 * Opening in a way that nobody who swaps a folder for a link meanwhile can abuse: the last segment is never followed
 * (O_NOFOLLOW), nothing blocks (O_NONBLOCK), and what was opened is asked where it really is before a byte is read.
 * Children of an open folder are reached through its descriptor, so that the folder's own path no longer matters.
 */
const fileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const folderFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY;
const descriptors = '/proc/self/fd';
/** Whether what is open can be reached by its descriptor. */
export const hasDescriptors = existsSync(descriptors);

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

export interface OpenFolder {
  /** Where its entries are reached: through the descriptor where the system allows, by path elsewhere. */
  readonly path: string;
  readonly root: Root;
  /** The file system it lies on, which was checked. */
  readonly device: number;
  close(): Promise<void>;
}

/** The path of a child for a system call; not one to show. */
export const childPath = (folder: OpenFolder, name: string): string => `${folder.path}/${name}`;

async function isWhereItShouldBe(handle: FileHandle, root: Root, path: string): Promise<boolean> {
  if (hasDescriptors) return isWithin(root.path, await readlink(`${descriptors}/${handle.fd}`));
  const real = await realpath(path);
  const [opened, found] = [await handle.stat(), await stat(real)];
  return isWithin(root.path, real) && opened.dev === found.dev && opened.ino === found.ino;
}

const movedOutside = (shown: string): Refusal =>
  new Refusal(`"${shown}" moved outside the folders this server may read. Use list to look again.`);

async function openChecked(path: string, flags: number, root: Root, shown: string): Promise<FileHandle> {
  const handle = await open(path, flags).catch((error: unknown) => {
    throw refusalOf(error, shown);
  });
  try {
    if (await isWhereItShouldBe(handle, root, path)) return handle;
    throw movedOutside(shown);
  } catch (error) {
    await handle.close();
    throw refusalOf(error, shown);
  }
}

function refuseUnlessRegular(stats: Stats, shown: string): void {
  if (stats.isFile()) return;
  const advice = stats.isDirectory()
    ? 'is a folder. Use list for it.'
    : 'is not a regular file. Choose a regular file.';
  throw new Refusal(`"${shown}" ${advice}`);
}

/** Opens a regular file on an ordinary file system for reading. The caller closes the handle. Throws a Refusal. */
export async function openFile(path: string, root: Root, shown: string): Promise<OpenFile> {
  try {
    refuseUnlessRegular(await lstat(path), shown);
    if (await isPseudoFileSystem(path)) throw new Refusal(`"${shown}" is a view of the kernel, not a file.`);
  } catch (error) {
    throw refusalOf(error, shown);
  }
  const handle = await openChecked(path, fileFlags, root, shown);
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  throw new Refusal(`"${shown}" is not a regular file. Choose a regular file.`);
}

/**
 * Opens a regular file that was just seen in an open folder, with fewer questions: through the folder's descriptor
 * nothing but that folder can be meant. The caller closes the handle. Throws a Refusal.
 */
export async function openChild(folder: OpenFolder, name: string, shown: string): Promise<OpenFile> {
  const path = childPath(folder, name);
  if (!hasDescriptors) return openFile(path, folder.root, shown);
  const handle = await open(path, fileFlags).catch((error: unknown) => {
    throw refusalOf(error, shown);
  });
  const stats = await handle.stat();
  const isOrdinary = stats.dev === folder.device || !(await isPseudoFileSystem(`${descriptors}/${handle.fd}`));
  if (stats.isFile() && isOrdinary) return { handle, stats };
  await handle.close();
  throw new Refusal(`"${shown}" is not an ordinary file. Choose another.`);
}

/**
 * Opens a folder that was just seen in an open folder, in one go: a walk that waits for each step spends most of its time
 * waiting. Throws a Refusal.
 */
export async function openChildFolder(parent: OpenFolder, name: string, shown: string): Promise<OpenFolder> {
  const path = childPath(parent, name);
  if (!hasDescriptors) return openFolder(path, parent.root, shown);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, folderFlags);
    const through = `${descriptors}/${descriptor}`;
    // On another file system: with the slower questions.
    if (fstatSync(descriptor).dev !== parent.device) return await openFolder(path, parent.root, shown);
    if (!isWithin(parent.root.path, readlinkSync(through))) throw movedOutside(shown);
    const opened = descriptor;
    descriptor = undefined;
    return { path: through, root: parent.root, device: parent.device, close: async () => closeSync(opened) };
  } catch (error) {
    throw refusalOf(error, shown);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Opens a folder; its entries are then read through the descriptor. The caller closes it. Throws a Refusal. */
export async function openFolder(path: string, root: Root, shown: string): Promise<OpenFolder> {
  const handle = await openChecked(path, folderFlags, root, shown);
  const through = hasDescriptors ? `${descriptors}/${handle.fd}` : path;
  if (await isPseudoFileSystem(through)) {
    await handle.close();
    throw new Refusal(`"${shown}" is a view of the kernel, not a folder of files.`);
  }
  const { dev } = await handle.stat();
  return { path: through, root, device: dev, close: () => handle.close() };
}
