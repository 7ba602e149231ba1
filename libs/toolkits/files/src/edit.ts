import { Refusal } from '@assay/kit';
import { createTwoFilesPatch } from 'diff';
import { z } from 'zod';
import { openTarget, readCurrent, sha256Of } from './change-file.js';
import { textOf } from './encoding.js';
import { instantField, pathField } from './fields.js';
import { fileTool } from './file-tool.js';
import type { KeptContents } from './kept-contents.js';
import { sha256Field, writeKeeping } from './write-keeping.js';

const edit = z.strictObject({
  oldText: z.string().min(1).max(1_000_000).describe('Exactly as it is in the file, with its line ends and spaces'),
  newText: z.string().max(1_000_000),
  all: z.boolean().default(false).describe('Replace every occurrence; otherwise oldText must occur once'),
});

const input = z.strictObject({
  path: pathField.describe('The file'),
  edits: z.array(edit).min(1).max(100).describe('Applied in order: each sees what the ones before it made'),
  dryRun: z.boolean().default(false).describe('Only show the difference'),
  ifSha256: sha256Field,
});

const output = z.object({
  path: z.string(),
  changed: z.boolean().describe('False for a dry run'),
  replacements: z.int().nonnegative(),
  diff: z.string().describe('Unified; shortened when it is long'),
  sha256: z.string().describe('Of the edited content'),
  undo: z.string().nullable().describe('Give it to restore to take the edit back'),
  undoUntil: instantField.nullable(),
});

const maxDiff = 20_000;

function occurrences(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

interface Edited {
  readonly text: string;
  readonly replacements: number;
}

/** Exactly as given, or with the file's own line ends when only those differ. Throws a Refusal that names the edit. */
function apply(text: string, edits: readonly z.output<typeof edit>[]): Edited {
  const hasCrlf = text.includes('\r\n');
  const asInFile = (part: string) => (hasCrlf && !part.includes('\r\n') ? part.replaceAll('\n', '\r\n') : part);
  let edited = text;
  let replacements = 0;
  for (const [index, { all, ...given }] of edits.entries()) {
    const [from, to] = [asInFile(given.oldText), asInFile(given.newText)];
    const found = occurrences(edited, from);
    if (found === 0)
      throw new Refusal(
        `Edit ${index + 1}: oldText does not occur. Nothing was changed. Read the file again and copy it exactly.`,
      );
    if (found > 1 && !all)
      throw new Refusal(
        `Edit ${index + 1}: oldText occurs ${found} times. Nothing was changed. Add lines around it, or set all.`,
      );
    edited = all ? edited.split(from).join(to) : edited.replace(from, () => to);
    replacements += found;
  }
  return { text: edited, replacements };
}

/** Editing text, with the former contents kept. */
export const editWith = (kept: KeptContents) =>
  fileTool({
    name: 'edit',
    title: 'Edit a file',
    description:
      'Replace exact pieces of a text file, several at once, all or none; dryRun shows the difference first. The former content is kept for 30 days: restore brings it back.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    input,
    output,
    async run({ path, edits, dryRun, ifSha256 }, { territory, signal }) {
      const target = await openTarget(territory, path, false);
      try {
        const current = await readCurrent(target);
        if (current === null) throw new Refusal(`Nothing exists at "${target.shown}". Use write to create it.`);
        if (ifSha256 !== undefined && ifSha256 !== current.sha256)
          throw new Refusal(`"${target.shown}" does not have that SHA-256 now: ${current.sha256}. Read it again.`);
        const before = textOf(current.content);
        if (before === undefined) throw new Refusal(`"${target.shown}" is not UTF-8 text, so it is not edited.`);
        const edited = apply(before, edits);
        const content = Buffer.from(edited.text);
        const patch =
          createTwoFilesPatch(target.shown, target.shown, before, edited.text, '', '', {
            context: 2,
            timeout: 2_000,
          }) ?? '';
        const diff = patch.length > maxDiff ? `${patch.slice(0, maxDiff)}\n… shortened` : patch;
        const same = { path: target.shown, replacements: edited.replacements, diff, sha256: sha256Of(content) };
        if (dryRun) return { structured: { ...same, changed: false, undo: null, undoUntil: null }, text: diff };
        const { undo, undoUntil } = await writeKeeping(kept, target, current, content, signal);
        return { structured: { ...same, changed: true, undo, undoUntil }, text: diff };
      } finally {
        await target.folder.close();
      }
    },
  });
