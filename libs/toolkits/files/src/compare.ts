import { Refusal } from '@assay/kit';
import { createTwoFilesPatch } from 'diff';
import { z } from 'zod';
import { readAt, textOf } from './encoding.js';
import { pathField } from './fields.js';
import { type CallContext, fileTool } from './file-tool.js';
import { openFile } from './opened.js';

const maxBytes = 4 * 1_048_576;

async function contentOf(path: string, { territory }: CallContext): Promise<{ shown: string; bytes: Buffer }> {
  const place = await territory.locate(path);
  const { handle, stats } = await openFile(place.real, place.root, place.shown);
  try {
    if (stats.size > maxBytes)
      throw new Refusal(`"${place.shown}" has ${stats.size} bytes; up to ${maxBytes} are compared.`);
    return { shown: place.shown, bytes: await readAt(handle, 0, stats.size) };
  } finally {
    await handle.close();
  }
}

export const diff = fileTool({
  name: 'diff',
  title: 'Compare two files',
  description: 'A unified diff of two text files; for other files, whether they are the same.',
  input: z.strictObject({
    path: pathField.describe('The first file'),
    other: pathField.describe('The second file'),
    contextLines: z.int().min(0).max(20).default(3),
    maxChars: z.int().min(100).max(400_000).default(20_000),
  }),
  output: z.object({
    same: z.boolean(),
    added: z.int().nullable().describe('Lines; null for files that are not text'),
    removed: z.int().nullable(),
    diff: z.string().describe('Empty for equal files and for files that are not text'),
    omittedChars: z.int().nonnegative(),
  }),
  async run({ path, other, contextLines, maxChars }, context) {
    const [a, b] = [await contentOf(path, context), await contentOf(other, context)];
    const same = a.bytes.equals(b.bytes);
    const [before, after] = [textOf(a.bytes), textOf(b.bytes)];
    if (same || before === undefined || after === undefined) {
      const structured = { same, added: same ? 0 : null, removed: same ? 0 : null, diff: '', omittedChars: 0 };
      return { structured, text: same ? 'The files are the same.' : 'The files differ, and are not both text.' };
    }
    const patch = createTwoFilesPatch(a.shown, b.shown, before, after, '', '', {
      context: contextLines,
      timeout: 5_000,
    });
    if (patch === undefined) throw new Refusal('The files differ too much to be compared in 5 s.');
    const lines = patch.split('\n').slice(3);
    const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
    const shown = patch.slice(0, maxChars);
    const structured = {
      same,
      added: count('+'),
      removed: count('-'),
      diff: shown,
      omittedChars: patch.length - shown.length,
    };
    return { structured, text: shown };
  },
});
