import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { type Current, maxChanged, openTarget, readCurrent, sha256Of } from './change-file.js';
import { instantField, pathField } from './fields.js';
import { fileTool } from './file-tool.js';
import type { KeptContents } from './kept-contents.js';
import { sha256Field, writeKeeping } from './write-keeping.js';

const input = z.strictObject({
  path: pathField.describe('The file. Its folder must exist unless makeFolders is set'),
  content: z.string().max(8_000_000),
  mode: z
    .enum(['create', 'overwrite', 'append'])
    .describe(
      'create: the file must not exist. overwrite: replaces its content, or creates it. append: adds to its end, or creates it',
    ),
  encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('How content is given'),
  ifSha256: sha256Field,
  makeFolders: z.boolean().default(false).describe('Make the folders of the path that do not exist'),
});
type Input = z.output<typeof input>;

const output = z.object({
  path: z.string(),
  created: z.boolean().describe('The file did not exist before'),
  sizeBytes: z.int().nonnegative(),
  sha256: z.string(),
  before: z.object({ sizeBytes: z.int().nonnegative(), sha256: z.string() }).nullable(),
  undo: z.string().describe('Give it to restore to get the former content back'),
  undoUntil: instantField.describe('The former content is kept until then, unless it is deleted to make room'),
});

function bytesOf({ content, encoding }: Input): Buffer {
  const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
  const bare = (it: string) => it.replaceAll(/[=\s]/g, '');
  if (encoding === 'base64' && bare(bytes.toString('base64')) !== bare(content))
    throw new Refusal('content is not valid base64.');
  return bytes;
}

function contentFor(asked: Input, current: Current | null, shown: string): Buffer {
  if (asked.mode === 'create' && current !== null)
    throw new Refusal(`"${shown}" exists already. Use the mode overwrite or append, or another path.`);
  if (asked.ifSha256 !== undefined && asked.ifSha256 !== current?.sha256)
    throw new Refusal(
      `"${shown}" does not have that SHA-256 now: ${current?.sha256 ?? 'it does not exist'}. Read it again.`,
    );
  const given = bytesOf(asked);
  const content = asked.mode === 'append' && current !== null ? Buffer.concat([current.content, given]) : given;
  if (content.length > maxChanged) throw new Refusal(`The file would have more than ${maxChanged} bytes.`);
  return content;
}

/** Writing, with the former contents kept there. */
export const writeWith = (kept: KeptContents) =>
  fileTool({
    name: 'write',
    title: 'Write a file',
    description:
      'Create a file, replace its content or add to its end. The change happens at once or not at all, and the former content is kept for 30 days: restore brings it back.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    input,
    output,
    async run(asked, { territory, signal }) {
      const target = await openTarget(territory, asked.path, asked.makeFolders);
      try {
        const current = await readCurrent(target);
        const content = contentFor(asked, current, target.shown);
        const done = await writeKeeping(kept, target, current, content, signal);
        const structured = {
          path: target.shown,
          created: current === null,
          sizeBytes: content.length,
          sha256: sha256Of(content),
          before: current && { sizeBytes: current.content.length, sha256: current.sha256 },
          ...done,
        };
        const how = current === null ? 'created' : asked.mode === 'append' ? 'extended' : 'replaced';
        return { structured, text: `${target.shown}: ${how}, ${content.length} bytes. Undo: ${done.undo}` };
      } finally {
        await target.folder.close();
      }
    },
  });
