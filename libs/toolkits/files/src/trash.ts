import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { Refusal, type Root, refusalOf } from '@assay/kit';
import type { Target } from './change-file.js';
import { childPath, type OpenFolder, openFolder } from './opened.js';

/** Folder of a root with what was deleted from it: renaming within a file system is atomic and copies nothing. */
export const trashFolder = '.assay-trash';
const keptForMs = 30 * 24 * 3_600_000;
const maxEntries = 5_000;
const maxBytes = 5 * 1_073_741_824;
/** Time of the deletion and its size; the size of a folder is that of at most 100,000 of its files. */
const idPattern = /^(\d{13})-(\d{1,15})-[0-9a-f]{16}$/;

async function openTrash(root: Root): Promise<OpenFolder> {
  const top = await openFolder(root.path, root, '.');
  try {
    const path = childPath(top, trashFolder);
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 'EEXIST') throw refusalOf(error, trashFolder);
    });
    return await openFolder(path, root, trashFolder);
  } finally {
    await top.close();
  }
}

/** Deletes what is older than 30 days, and the oldest beyond the bounds. */
async function prune(trash: OpenFolder, now: number, added: number): Promise<void> {
  const known = (await readdir(trash.path)).flatMap((id) => {
    const [, at, size] = idPattern.exec(id) ?? [];
    return at === undefined ? [] : [{ id, at: Number(at), size: Number(size) }];
  });
  known.sort((a, b) => b.at - a.at);
  let bytes = added;
  for (const [index, { id, at, size }] of known.entries()) {
    bytes += size;
    if (at < now - keptForMs || bytes > maxBytes || index + 1 >= maxEntries)
      await rm(childPath(trash, id), { recursive: true, force: true });
  }
}

/** Moves a file or folder into the trash of its root. Returns its name there. Throws a Refusal. */
export async function moveToTrash(target: Target, sizeBytes: number, now: number): Promise<string> {
  if (sizeBytes > maxBytes)
    throw new Refusal(`"${target.shown}" is larger than the trash (${maxBytes} bytes). A person has to delete it.`);
  const trash = await openTrash(target.folder.root);
  try {
    await prune(trash, now, sizeBytes);
    const id = `${String(now).padStart(13, '0')}-${sizeBytes}-${randomBytes(8).toString('hex')}`;
    await rename(childPath(target.folder, target.name), childPath(trash, id)).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'EXDEV')
        throw new Refusal(
          `"${target.shown}" is on another file system than its root, so it cannot be put into the trash.`,
        );
      throw refusalOf(error, target.shown);
    });
    return id;
  } finally {
    await trash.close();
  }
}

/** Puts something back from the trash where nothing has its name now. Throws a Refusal. */
export async function takeFromTrash(target: Target, id: string): Promise<void> {
  if (!idPattern.test(id)) throw new Refusal('This is not an entry of the trash.');
  const trash = await openTrash(target.folder.root);
  try {
    await requireFree(target);
    await rename(childPath(trash, id), childPath(target.folder, target.name)).catch((error: unknown) => {
      throw refusalOf(error, target.shown);
    });
  } finally {
    await trash.close();
  }
}

/** Throws a Refusal when something has the name already. */
export async function requireFree({ folder, name, shown }: Target): Promise<void> {
  const found = await lstat(childPath(folder, name)).catch(() => null);
  if (found !== null) throw new Refusal(`"${shown}" exists already. Nothing was changed: choose another path.`);
}
