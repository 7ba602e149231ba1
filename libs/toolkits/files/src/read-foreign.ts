import type { ContentBlock } from '@modelcontextprotocol/server';
import { readAt, textOf } from './encoding.js';
import type { OpenFile } from './opened.js';
import type { ReadInput, ReadOutput } from './read-fields.js';

const maxImage = 5 * 1_048_576;
const maxText = 8 * 1_048_576;

const magic: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ['image/png', (it) => it.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (it) => it.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (it) => /^GIF8[79]a$/.test(it.toString('latin1', 0, 6))],
  ['image/webp', (it) => it.toString('latin1', 0, 4) === 'RIFF' && it.toString('latin1', 8, 12) === 'WEBP'],
];

const isWhole = (asked: ReadInput): boolean =>
  asked.encoding === 'auto' &&
  asked.offset === undefined &&
  asked.startLine === undefined &&
  asked.lineCount === undefined;

type Part = Omit<ReadOutput, 'path'>;

/** A picture of at most 5 MB, known by its first bytes; null for everything else. */
export async function readImage(
  { handle, stats }: OpenFile,
  asked: ReadInput,
): Promise<{ output: Part; block: ContentBlock } | null> {
  if (!isWhole(asked) || stats.size > maxImage) return null;
  const start = await readAt(handle, 0, Math.min(12, stats.size));
  const mimeType = magic.find(([, matches]) => matches(start))?.[0];
  if (mimeType === undefined) return null;
  const bytes = await readAt(handle, 0, stats.size);
  return {
    output: {
      ...{ encoding: 'image', content: '', sizeBytes: stats.size, startByte: 0, endByte: bytes.length },
      ...{ startLine: null, endLine: null, totalLines: null, next: null },
    },
    block: { type: 'image', mimeType, data: bytes.toString('base64') },
  };
}

type Foreign = 'utf-16le' | 'utf-16be' | 'windows-1252';

/** UTF-16 by its byte order mark. Windows-1252 when the bytes are not UTF-8, have no control characters, and are mostly ASCII. */
export function foreignEncoding(bytes: Buffer): Foreign | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length === 0 || textOf(bytes) !== undefined) return null;
  let high = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) high += 1;
    else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) return null;
  }
  return high / bytes.length < 0.3 ? 'windows-1252' : null;
}

/** Text in another encoding than UTF-8, of at most 8 MB, by lines; null for everything else. */
export async function readForeignText({ handle, stats }: OpenFile, asked: ReadInput): Promise<Part | null> {
  if (asked.encoding !== 'auto' || asked.offset !== undefined || stats.size > maxText) return null;
  const sample = await readAt(handle, 0, Math.min(8_192, stats.size));
  // The sample may end within a character of UTF-8; the whole file decides then.
  if (foreignEncoding(sample) === null) return null;
  const bytes = await readAt(handle, 0, stats.size);
  const encoding = foreignEncoding(bytes);
  if (encoding === null) return null;
  const text = new TextDecoder(encoding).decode(bytes);
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const first = asked.tail === undefined ? (asked.startLine ?? 1) : Math.max(1, lines.length - asked.tail + 1);
  const wanted = lines.slice(first - 1, first - 1 + (asked.head ?? asked.lineCount ?? lines.length));
  const kept: string[] = [];
  let length = 0;
  for (const line of wanted) {
    length += line.length;
    if (length > asked.maxBytes && kept.length > 0) break;
    kept.push(line.slice(0, asked.maxBytes));
  }
  const isCut = kept.length < wanted.length;
  return {
    ...{ encoding, content: kept.join(''), sizeBytes: stats.size, startByte: 0, endByte: stats.size },
    startLine: kept.length > 0 ? first : null,
    endLine: kept.length > 0 ? first + kept.length - 1 : null,
    totalLines: lines.length,
    next: isCut ? { startLine: first + kept.length } : null,
  };
}
