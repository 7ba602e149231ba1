import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 65_536;
const newline = 0x0a;

/** One line with its newline, and the byte it begins at. A line over the limit comes in several pieces. */
export interface LinePiece {
  readonly bytes: Buffer;
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  /** Whether the line ends with this piece. */
  readonly ends: boolean;
}

/** Cuts chunks into lines; keeps what is unfinished between chunks. */
class LineCutter {
  #rest: Buffer = Buffer.alloc(0);
  #offset = 0;
  #line = 1;

  constructor(readonly limit: number) {}

  cut(chunk: Buffer): LinePiece[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const pieces: LinePiece[] = [];
    let from = 0;
    for (;;) {
      const found = bytes.indexOf(newline, from);
      const end = found < 0 ? bytes.length : found + 1;
      if (end - from > this.limit) from = this.#push(pieces, bytes, from, from + this.limit, false);
      else if (found < 0) break;
      else from = this.#push(pieces, bytes, from, end, true);
    }
    // A copy, so that a small rest does not keep a large chunk alive.
    this.#rest = Buffer.from(bytes.subarray(from));
    return pieces;
  }

  finish(): LinePiece[] {
    const pieces: LinePiece[] = [];
    if (this.#rest.length > 0) this.#push(pieces, this.#rest, 0, this.#rest.length, true);
    return pieces;
  }

  #push(pieces: LinePiece[], bytes: Buffer, from: number, to: number, ends: boolean): number {
    pieces.push({ bytes: bytes.subarray(from, to), offset: this.#offset, line: this.#line, ends });
    this.#offset += to - from;
    if (ends) this.#line += 1;
    return to;
  }
}

/**
 * Reads a file line by line from its beginning, a chunk's worth of lines at a time, holding no more than a chunk and
 * `maxLine` bytes. Throws the signal's reason when it is aborted.
 */
export async function* readLines(
  handle: FileHandle,
  signal: AbortSignal,
  maxLine: number,
): AsyncGenerator<readonly LinePiece[]> {
  const cutter = new LineCutter(maxLine);
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    // A new buffer each time: pieces of the former one may still be in use.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const pieces = cutter.cut(buffer.subarray(0, bytesRead));
    if (pieces.length > 0) yield pieces;
    // Regular files read short only at their end.
    if (bytesRead < chunkBytes) break;
  }
  const last = cutter.finish();
  if (last.length > 0) yield last;
}
