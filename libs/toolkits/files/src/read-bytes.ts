import { Refusal } from '@assay/kit';
import { detectEncoding, readAt, strayHead, textOf, unfinishedTail } from './encoding.js';
import type { OpenFile } from './opened.js';
import type { ReadInput, ReadOutput } from './read-fields.js';

interface Slice {
  readonly encoding: ReadOutput['encoding'];
  readonly content: string;
  /** Bytes left out at the beginning and kept in the answer. */
  readonly skipped: number;
  readonly length: number;
}

const base64Slice = (bytes: Buffer): Slice => ({
  encoding: 'base64',
  content: bytes.toString('base64'),
  skipped: 0,
  length: bytes.length,
});

/** Text begins and ends at whole characters; what holds none, or is not text, is base64. */
function textSlice(bytes: Buffer, atEnd: boolean): Slice {
  const skipped = strayHead(bytes);
  const whole = bytes.subarray(skipped, bytes.length - (atEnd ? 0 : unfinishedTail(bytes)));
  const content = textOf(whole);
  const holdsNothing = whole.length === 0 && bytes.length > 0;
  if (content === undefined || holdsNothing) return base64Slice(bytes);
  return { encoding: 'utf-8', content, skipped, length: whole.length };
}

/** Reads from `offset`, at most `maxBytes`. Throws a Refusal when the offset lies behind the end. */
export async function readByteRange(
  { handle, stats }: OpenFile,
  asked: ReadInput,
  shown: string,
): Promise<Omit<ReadOutput, 'path'>> {
  if (asked.startLine !== undefined || asked.lineCount !== undefined) {
    throw new Refusal(`"${shown}" is read by bytes, since it is not text or base64 was requested. Use offset.`);
  }
  const offset = asked.offset ?? 0;
  if (offset > stats.size) {
    throw new Refusal(`The offset ${offset} lies behind the end of "${shown}", which has ${stats.size} bytes.`);
  }
  const bytes = await readAt(handle, offset, Math.min(asked.maxBytes, Math.max(stats.size - offset, 0)));
  const isText = asked.encoding === 'auto' && (await detectEncoding(handle, stats.size)) === 'utf-8';
  const slice = isText ? textSlice(bytes, offset + bytes.length >= stats.size) : base64Slice(bytes);
  const startByte = offset + slice.skipped;
  const endByte = startByte + slice.length;
  return {
    encoding: slice.encoding,
    content: slice.content,
    sizeBytes: stats.size,
    startByte,
    endByte,
    startLine: null,
    endLine: null,
    totalLines: null,
    next: endByte < stats.size && bytes.length > 0 ? { offset: endByte } : null,
  };
}
