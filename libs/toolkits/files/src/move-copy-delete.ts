import { link, lstat, rename, unlink } from 'node:fs/promises';
import { isWithin, Refusal, refusalOf } from '@assay/kit';
import { z } from 'zod';
import { openTarget, readCurrent, type Target } from './change-file.js';
import { instantField, pathField } from './fields.js';
import { type CallContext, fileTool } from './file-tool.js';
import type { KeptContents } from './kept-contents.js';
import { childPath, openFolder } from './opened.js';
import { moveToTrash, requireFree, trashFolder } from './trash.js';
import { walk } from './walk.js';
import { writeKeeping } from './write-keeping.js';

const changesFiles = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
} as const;
const undoFields = { undo: z.string().describe('Give it to restore to take this back'), undoUntil: instantField };

/** What a name is now, to notice whether it is still the same later. Throws a Refusal when it is nothing or a root. */
export async function identityOf({
  folder,
  name,
  shown,
}: Target): Promise<{ ino: number; dev: number; isFolder: boolean }> {
  const stats = await lstat(childPath(folder, name)).catch((error: unknown) => {
    throw refusalOf(error, shown);
  });
  return { ino: stats.ino, dev: stats.dev, isFolder: stats.isDirectory() };
}

function refuseSpecial(target: Target, territory: CallContext['territory']): void {
  const path = `${target.folderPath}/${target.name}`;
  if (territory.roots.some((root) => isWithin(path, root.path)))
    throw new Refusal('A root itself is not moved or deleted.');
  if (path.split('/').includes(trashFolder)) throw new Refusal('What is in the trash comes back with restore.');
}

/** Renames without replacing anything: a file by a link, since renaming would overwrite. */
export async function moveTo(from: Target, to: Target, isFolder: boolean): Promise<void> {
  await requireFree(to);
  const [source, target] = [childPath(from.folder, from.name), childPath(to.folder, to.name)];
  try {
    if (isFolder) await rename(source, target);
    else {
      await link(source, target);
      await unlink(source);
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'EXDEV') throw new Refusal(`"${to.shown}" is on another file system. Use copy, then delete.`);
    if (code === 'EEXIST' || code === 'ENOTEMPTY')
      throw new Refusal(`"${to.shown}" exists already. Nothing was changed.`);
    if (code === 'EINVAL') throw new Refusal('A folder cannot be moved into itself.');
    throw refusalOf(error, from.shown);
  }
}

async function withTargets<T>(
  context: CallContext,
  from: string,
  to: string,
  makeFolders: boolean,
  use: (a: Target, b: Target) => Promise<T>,
): Promise<T> {
  const source = await openTarget(context.territory, from, false);
  try {
    const target = await openTarget(context.territory, to, makeFolders);
    try {
      refuseSpecial(source, context.territory);
      refuseSpecial(target, context.territory);
      return await use(source, target);
    } finally {
      await target.folder.close();
    }
  } finally {
    await source.folder.close();
  }
}

const twoPaths = {
  path: pathField.describe('What to take'),
  to: pathField.describe('The new path; nothing may exist there'),
  makeFolders: z.boolean().default(false).describe('Make the folders of the new path that do not exist'),
};

export const moveWith = (kept: KeptContents) =>
  fileTool({
    name: 'move',
    title: 'Move or rename',
    description: 'Move a file or folder to a path at which nothing exists. restore moves it back.',
    annotations: changesFiles,
    input: z.strictObject(twoPaths),
    output: z.object({ path: z.string(), from: z.string(), ...undoFields }),
    async run({ path, to, makeFolders }, context) {
      return withTargets(context, path, to, makeFolders, async (source, target) => {
        const { isFolder, ino, dev } = await identityOf(source);
        const place = (it: Target) => ({ folder: it.folderPath, name: it.name });
        const { undo, until } = await kept.keep(
          { kind: 'move', ...place(target), from: place(source), ino, dev },
          null,
        );
        await moveTo(source, target, isFolder).catch(async (error: unknown) => {
          await kept.forget(undo);
          throw error;
        });
        const structured = { path: target.shown, from: source.shown, undo, undoUntil: new Date(until).toISOString() };
        return { structured, text: `${source.shown} → ${target.shown}` };
      });
    },
  });

export const copyWith = (kept: KeptContents) =>
  fileTool({
    name: 'copy',
    title: 'Copy a file',
    description: 'Copy a file of at most 64 MB to a path at which nothing exists. restore removes the copy.',
    annotations: { ...changesFiles, destructiveHint: false },
    input: z.strictObject(twoPaths),
    output: z.object({ path: z.string(), sizeBytes: z.int(), sha256: z.string(), ...undoFields }),
    async run({ path, to, makeFolders }, context) {
      return withTargets(context, path, to, makeFolders, async (source, target) => {
        const current = await readCurrent(source);
        if (current === null) throw new Refusal(`Nothing exists at "${source.shown}".`);
        await requireFree(target);
        const done = await writeKeeping(kept, target, null, current.content, context.signal);
        const structured = { path: target.shown, sizeBytes: current.content.length, sha256: current.sha256, ...done };
        return { structured, text: `${source.shown} → ${target.shown}` };
      });
    },
  });

const maxCounted = 100_000;

async function sizeOf(
  target: Target,
  isFolder: boolean,
  signal: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  const path = childPath(target.folder, target.name);
  if (!isFolder) return { files: 1, bytes: (await lstat(path)).size };
  const opened = await openFolder(path, target.folder.root, target.shown);
  let [files, bytes] = [0, 0];
  try {
    for await (const { folder, segments, kind } of walk(opened, { depth: 64, hidden: true, signal })) {
      if (kind !== 'file') continue;
      files += 1;
      const stats = await lstat(childPath(folder, segments.at(-1) as string)).catch(() => null);
      bytes += stats?.size ?? 0;
      if (files >= maxCounted) break;
    }
  } finally {
    await opened.close();
  }
  return { files, bytes };
}

export const deleteWith = (kept: KeptContents) =>
  fileTool({
    name: 'delete',
    title: 'Delete a file or folder',
    description:
      'Move a file or folder with everything in it to the trash, where it is kept for 30 days: restore brings it back. A person approves the call unless requireConfirmation is false.',
    annotations: changesFiles,
    input: z.strictObject({
      path: pathField,
      recursive: z.boolean().default(false).describe('Needed for a folder that is not empty'),
      requireConfirmation: z
        .boolean()
        .default(true)
        .describe('Whether a person should approve it: the default policies of Assay ask one when this is true'),
    }),
    output: z.object({ path: z.string(), files: z.int(), sizeBytes: z.int(), ...undoFields }),
    async run({ path, recursive }, context) {
      const target = await openTarget(context.territory, path, false);
      try {
        refuseSpecial(target, context.territory);
        const { isFolder, ino, dev } = await identityOf(target);
        const { files, bytes } = await sizeOf(target, isFolder, context.signal);
        if (isFolder && files > 0 && !recursive)
          throw new Refusal(
            `"${target.shown}" holds ${files} files. Nothing was deleted: set recursive to delete them all.`,
          );
        const entry = await moveToTrash(target, bytes, context.wallClock());
        const change = { kind: 'trash' as const, folder: target.folderPath, name: target.name, entry, ino, dev };
        const { undo, until } = await kept.keep(change, null);
        const structured = {
          path: target.shown,
          files,
          sizeBytes: bytes,
          undo,
          undoUntil: new Date(until).toISOString(),
        };
        return { structured, text: `${target.shown} is in the trash until ${structured.undoUntil}. Undo: ${undo}` };
      } finally {
        await target.folder.close();
      }
    },
  });
