import { join } from 'node:path';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { openTarget, readCurrent, removeFile, replaceFile, type Target } from './change-file.js';
import { type CallContext, fileTool } from './file-tool.js';
import type { Change, FileChange, KeptContents } from './kept-contents.js';
import { identityOf, moveTo } from './move-copy-delete.js';
import { takeFromTrash } from './trash.js';

const input = z.strictObject({
  undo: z.string().max(100).describe('What the change returned'),
});

const output = z.object({
  path: z.string(),
  outcome: z
    .enum(['restored', 'removed', 'unchanged'])
    .describe('removed: the write had created the file. unchanged: it was restored before'),
});
type Outcome = z.output<typeof output>['outcome'];

type Territory = CallContext['territory'];

const openPlace = (territory: Territory, { folder, name }: { folder: string; name: string }): Promise<Target> =>
  openTarget(territory, join(folder, name), false);

const isSame = async (target: Target, { ino, dev }: { ino: number; dev: number }): Promise<boolean> =>
  identityOf(target).then(
    (found) => found.ino === ino && found.dev === dev,
    () => false,
  );

/** Moves a file or folder back, if it is still the one that was moved. */
async function undoMove(target: Target, change: Change & { kind: 'move' }, territory: Territory): Promise<Outcome> {
  const source = await openPlace(territory, change.from);
  try {
    if (await isSame(source, change)) return 'unchanged';
    if (!(await isSame(target, change)))
      throw new Refusal(`"${target.shown}" is another file by now. It is left as it is: a person must decide.`);
    await moveTo(target, source, (await identityOf(target)).isFolder);
    return 'restored';
  } finally {
    await source.folder.close();
  }
}

async function undoTrash(target: Target, change: Change & { kind: 'trash' }): Promise<Outcome> {
  if (await isSame(target, change)) return 'unchanged';
  await takeFromTrash(target, change.entry);
  return 'restored';
}

const maxMode = 0o777;

async function undoChange(target: Target, change: FileChange, content: Buffer | null): Promise<Outcome> {
  const current = await readCurrent(target);
  if ((current?.sha256 ?? null) === (change.before?.sha256 ?? null)) return 'unchanged';
  if (current?.sha256 !== change.after)
    throw new Refusal(
      `"${target.shown}" was changed since. It is left as it is: a person must decide which content is right.`,
    );
  if (change.before === null || content === null) {
    await removeFile(target, current);
    return 'removed';
  }
  await replaceFile(target, { ...current, mode: change.before.mode & maxMode }, content);
  return 'restored';
}

/** Undoing a write, from the contents kept there. */
export const restoreWith = (kept: KeptContents) =>
  fileTool({
    name: 'restore',
    title: 'Take back a change',
    description:
      'Take back a write, edit, copy, move or delete: bring back the former content, remove what was created, move it back, or take it out of the trash. Refused when somebody has changed the file since.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output,
    async run({ undo }, { territory }) {
      const { change, content } = await kept.find(undo);
      const target = await openPlace(territory, change);
      try {
        const outcome =
          change.kind === 'move'
            ? await undoMove(target, change, territory)
            : change.kind === 'trash'
              ? await undoTrash(target, change)
              : await undoChange(target, change, content);
        return { structured: { path: target.shown, outcome }, text: `${target.shown}: ${outcome}` };
      } finally {
        await target.folder.close();
      }
    },
  });
