import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { childPath, hasDescriptors, type OpenFolder } from './opened.js';
import { foreignEncoding } from './read-foreign.js';

/** A larger file is read in chunks instead. */
const maxBytes = 1_048_576;
/** How much of a file's beginning decides whether it is text. */
const sampleBytes = 8_192;
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The whole text of a file; `binary` for what is no text, `chunks` when the file has to be read in another way. */
export type TextInFile = { readonly text: string } | 'binary' | 'chunks' | 'unreadable';

/** The encodings that `read` shows as text. */
function decode(bytes: Buffer): TextInFile {
  if (isUtf8(bytes)) return bytes.subarray(0, sampleBytes).includes(0) ? 'binary' : { text: bytes.toString('utf8') };
  const encoding = foreignEncoding(bytes);
  return encoding === null ? 'binary' : { text: new TextDecoder(encoding).decode(bytes) };
}

function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(descriptor, bytes, filled, size - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/**
 * Reads a regular file that was just seen in an open folder, in one go: with an asynchronous call for each step, a search
 * spends nine tenths of its time between them. Nothing here waits but for the disk.
 */
export function textInFile(folder: OpenFolder, name: string): TextInFile {
  if (!hasDescriptors) return 'chunks';
  let descriptor: number;
  try {
    descriptor = openSync(childPath(folder, name), flags);
  } catch {
    return 'unreadable';
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return 'unreadable';
    if (stats.dev !== folder.device || stats.size > maxBytes) return 'chunks';
    return decode(readAll(descriptor, stats.size));
  } catch {
    return 'unreadable';
  } finally {
    closeSync(descriptor);
  }
}
