import { z } from 'zod';
import { pathField } from './fields.js';
import { clip, fileTool } from './file-tool.js';
import { openFile } from './opened.js';
import { readByteRange } from './read-bytes.js';
import { readLineRange } from './read-lines.js';
import { Refusal } from './refusal.js';

const mostBytes = 1_048_576;

const input = z.strictObject({
  path: pathField.describe('The file to read, as list and search give it'),
  startLine: z.int().min(1).optional().describe('First line, counted from 1'),
  lineCount: z.int().min(1).max(100_000).optional().describe('How many lines; all that fit when absent'),
  offset: z.int().min(0).optional().describe('First byte, counted from 0. Use it for binary files and very long lines'),
  maxBytes: z.int().min(1).max(mostBytes).default(262_144).describe('Most bytes of the file in one answer'),
  encoding: z
    .enum(['auto', 'base64'])
    .default('auto')
    .describe('auto: text where the bytes are UTF-8, base64 otherwise. base64: always base64'),
});

const output = z.object({
  path: z.string(),
  encoding: z.enum(['utf-8', 'base64']),
  content: z.string(),
  sizeBytes: z.int().nonnegative().describe('Of the whole file'),
  startByte: z.int().nonnegative().describe('Where the content begins'),
  endByte: z.int().nonnegative().describe('Behind its last byte'),
  startLine: z.int().min(1).nullable().describe('First line of the content; null when read by bytes'),
  endLine: z.int().min(1).nullable().describe('Last line of the content, whole or in part; null when there is none'),
  totalLines: z.int().min(0).nullable().describe('When the end of the file was reached by lines; null otherwise'),
  next: z
    .object({ startLine: z.int().min(1).optional(), offset: z.int().min(0).optional() })
    .nullable()
    .describe('The fields that read on from here; null at the end of the file'),
});

export type ReadInput = z.output<typeof input>;
export type ReadOutput = z.output<typeof output>;

function refuseMixedRanges({ offset, startLine, lineCount }: ReadInput): void {
  if (offset === undefined || (startLine === undefined && lineCount === undefined)) return;
  throw new Refusal('Give either startLine and lineCount, or offset and maxBytes, not both.');
}

function heading({ path, startByte, endByte, sizeBytes, startLine, endLine, next }: ReadOutput): string {
  const lines = startLine !== null && endLine !== null ? `lines ${startLine} to ${endLine}, ` : '';
  const more = next ? `; read on with ${JSON.stringify(next)}` : '';
  return `${path}: ${lines}bytes ${startByte} to ${endByte} of ${sizeBytes}${more}`;
}

const bodyOf = ({ encoding, content }: ReadOutput): string =>
  encoding === 'utf-8' ? content : 'Binary: the base64 is in the structured content.';

export const read = fileTool({
  name: 'read',
  title: 'Read a file',
  description:
    'Reads a file, whole or in part: by lines (startLine, lineCount) or by bytes (offset, maxBytes). Text comes as text, anything else as base64. The answer gives the total size and, when there is more, the fields that read on.',
  input,
  output,
  async run(asked, { territory, signal }) {
    refuseMixedRanges(asked);
    const place = await territory.locate(asked.path);
    const file = await openFile(place.real, place.root, place.shown);
    try {
      const byBytes = asked.offset !== undefined || asked.encoding === 'base64';
      const part = byBytes ? undefined : await readLineRange(file, asked, signal);
      const structured = { path: place.shown, ...(part ?? (await readByteRange(file, asked, place.shown))) };
      return { structured, text: clip(`${heading(structured)}\n${bodyOf(structured)}`) };
    } finally {
      await file.handle.close();
    }
  },
});
