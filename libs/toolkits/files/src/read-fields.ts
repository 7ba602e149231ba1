import { z } from 'zod';
import { pathField } from './fields.js';

const maxBytes = 1_048_576;

export const readInput = z.strictObject({
  path: pathField.describe('The file to read, as list and search give it'),
  startLine: z.int().min(1).optional().describe('First line, counted from 1'),
  lineCount: z.int().min(1).max(100_000).optional().describe('How many lines; all that fit when absent'),
  head: z.int().min(1).max(100_000).optional().describe('Only this many lines at the beginning'),
  tail: z.int().min(1).max(100_000).optional().describe('Only this many lines at the end'),
  offset: z.int().min(0).optional().describe('First byte, counted from 0. Use it for binary files and very long lines'),
  maxBytes: z.int().min(1).max(maxBytes).default(262_144).describe('Most bytes of the file in one answer'),
  encoding: z
    .enum(['auto', 'base64'])
    .default('auto')
    .describe(
      'auto: text of UTF-8, UTF-16 or Windows-1252, a picture as an image block, base64 otherwise. base64: always base64',
    ),
});

export const readOutput = z.object({
  path: z.string(),
  encoding: z
    .enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'base64', 'image'])
    .describe('How the file is encoded; image: the picture is a block beside this'),
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

export type ReadInput = z.output<typeof readInput>;

export type ReadOutput = z.output<typeof readOutput>;
