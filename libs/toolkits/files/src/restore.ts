import { join } from 'node:path';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { openTarget, readCurrent, removeFile, replaceFile, type Target } from './change-file.js';
import { fileTool } from './file-tool.js';
import type { FileChange, KeptContents } from './kept-contents.js';

const input = z.strictObject({
  undo: z.string().max(100).describe('What write returned'),
});

const output = z.object({
  path: z.string(),
  outcome: z
    .enum(['restored', 'removed', 'unchanged'])
    .describe('removed: the write had created the file. unchanged: it was restored before'),
});
type Outcome = z.output<typeof output>['outcome'];

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
    title: 'Undo a write',
    description:
      'Bring back the content that a file had before a write, or remove the file that the write created. Refused when somebody has changed the file since.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output,
    async run({ undo }, { territory }) {
      const { change, content } = await kept.find(undo);
      const target = await openTarget(territory, join(change.folder, change.name), false);
      try {
        const outcome = await undoChange(target, change, content);
        return { structured: { path: target.shown, outcome }, text: `${target.shown}: ${outcome}` };
      } finally {
        await target.folder.close();
      }
    },
  });
