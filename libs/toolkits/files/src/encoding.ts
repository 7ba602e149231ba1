import type { FileHandle } from 'node:fs/promises';

/** How much of a file's beginning decides whether it is text. */
const sampleBytes = 8_192;

export type Encoding = 'utf-8' | 'binary';

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The length a UTF-8 sequence announces in its first byte; 1 for what cannot begin one. */
const announced = (byte: number): number => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1);

/** How many bytes at the end begin a character that the bytes do not finish: 0 to 3. */
export function unfinishedTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (!isContinuation(byte)) return announced(byte) > back ? back : 0;
  }
  return 0;
}

/** How many bytes at the beginning belong to a character that began before: 0 to 3. */
export function strayHead(bytes: Buffer): number {
  let head = 0;
  while (head < 3 && isContinuation(bytes[head])) head += 1;
  return head;
}

/** The text, its byte order mark kept; undefined when the bytes are not UTF-8 or contain NUL, as text never does. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads up to `length` bytes at `position`; fewer only at the end of the file. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Judges a file by its beginning; an empty file is text. */
export async function detectEncoding(handle: FileHandle, sizeBytes: number): Promise<Encoding> {
  const sample = await readAt(handle, 0, Math.min(sampleBytes, sizeBytes));
  const whole = sample.length === sampleBytes ? sample.subarray(0, sample.length - unfinishedTail(sample)) : sample;
  return textOf(whole) === undefined ? 'binary' : 'utf-8';
}
