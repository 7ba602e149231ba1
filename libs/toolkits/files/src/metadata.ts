import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { type Place, Refusal, refusalOf } from '@assay/kit';
import { z } from 'zod';
import { detectEncoding } from './encoding.js';
import { instantField, kinds, pathField } from './fields.js';
import { fileTool } from './file-tool.js';
import { openFile } from './opened.js';

/** Hashing more than this takes longer than a call should. */
const maxHashedBytes = 2 * 1_073_741_824;

const input = z.strictObject({
  path: pathField.describe('The file or folder'),
  sha256: z.boolean().default(false).describe('Compute the SHA-256 of a file, which reads all of it'),
});

const output = z.object({
  path: z.string().describe('After following links'),
  kind: z.enum(kinds),
  followedLink: z.boolean().describe('The path that was asked for was a link, or led through one'),
  sizeBytes: z.int().nonnegative().nullable().describe('Of files; null otherwise'),
  encoding: z.enum(['utf-8', 'binary']).nullable().describe('Judged by the first 8 KiB of a file; null otherwise'),
  mode: z.string().describe('Permission bits in octal, such as 0644'),
  modifiedAt: instantField.describe('When the content last changed'),
  changedAt: instantField.describe('When the content or the attributes last changed'),
  createdAt: instantField.nullable().describe('Null where the file system does not say'),
  sha256: z.string().nullable().describe('In hexadecimal; null unless asked for'),
});

type Output = z.output<typeof output>;

const kindOf = (stats: Stats): Output['kind'] => (stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other');

/** Hashes through the open descriptor; a file that grows meanwhile is hashed as far as it went at the start. */
async function hash(handle: FileHandle, size: number, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  const buffer = Buffer.allocUnsafe(262_144);
  for (let position = 0; position < size; ) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - position), position);
    if (bytesRead === 0) break;
    digest.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  return digest.digest('hex');
}

async function ofFile(place: Place, wantsHash: boolean, signal: AbortSignal) {
  const { handle, stats } = await openFile(place.real, place.root, place.shown);
  try {
    if (wantsHash && stats.size > maxHashedBytes) {
      throw new Refusal(`"${place.shown}" has ${stats.size} bytes, too many to hash. Ask without sha256.`);
    }
    const sha256 = wantsHash ? await hash(handle, stats.size, signal) : null;
    return { stats, sizeBytes: stats.size, encoding: await detectEncoding(handle, stats.size), sha256 };
  } finally {
    await handle.close();
  }
}

async function statsOf(place: Place): Promise<Stats> {
  return lstat(place.real).catch((error: unknown) => {
    throw refusalOf(error, place.shown);
  });
}

async function inspect(place: Place, wantsHash: boolean, signal: AbortSignal) {
  const stats = await statsOf(place);
  if (stats.isFile()) return ofFile(place, wantsHash, signal);
  if (wantsHash) throw new Refusal(`"${place.shown}" is not a file, so it has no SHA-256. Ask without sha256.`);
  return { stats, sizeBytes: null, encoding: null, sha256: null };
}

export const metadata = fileTool({
  name: 'metadata',
  title: 'Describe a file or folder',
  description:
    'Size, kind, times, permissions and whether a file is text, without its content; its SHA-256 when asked for. Use it before reading something large, or to see whether a file changed.',
  input,
  output,
  async run(asked, { territory, signal }) {
    const place = await territory.locate(asked.path);
    const { stats, ...rest } = await inspect(place, asked.sha256, signal);
    const structured: Output = {
      path: place.shown,
      kind: kindOf(stats),
      followedLink: place.linked,
      ...rest,
      mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'),
      modifiedAt: stats.mtime.toISOString(),
      changedAt: stats.ctime.toISOString(),
      createdAt: stats.birthtimeMs > 0 ? stats.birthtime.toISOString() : null,
    };
    const size = structured.sizeBytes === null ? '' : `, ${structured.sizeBytes} bytes`;
    return { structured, text: `${place.shown}: ${structured.kind}${size}, modified ${structured.modifiedAt}` };
  },
});
