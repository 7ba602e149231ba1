import { Refusal } from '@assay/kit';
import { detectEncoding, textOf, unfinishedTail } from './encoding.js';
import { type LinePiece, readLines } from './line-source.js';
import type { OpenFile } from './opened.js';
import type { ReadInput, ReadOutput } from './read-fields.js';

/** Gathers the wanted lines until the bytes allowed are spent. */
class LineRange {
  readonly #taken: Buffer[] = [];
  #length = 0;
  #startByte = 0;
  #endLine = 0;
  #lastSeen = 0;
  #next: ReadOutput['next'] = null;
  readonly #from: number;
  readonly #to: number;

  constructor(readonly asked: ReadInput) {
    this.#from = asked.startLine ?? 1;
    this.#to = asked.lineCount === undefined ? Number.POSITIVE_INFINITY : this.#from + asked.lineCount - 1;
  }

  /** False when enough has been read. */
  take(piece: LinePiece): boolean {
    if (piece.line > this.#to) return this.#stop({ startLine: piece.line });
    this.#lastSeen = piece.line;
    if (piece.line < this.#from) return true;
    if (this.#taken.length === 0) this.#startByte = piece.offset;
    const room = this.asked.maxBytes - this.#length;
    if (piece.ends && piece.bytes.length <= room) return this.#keep(piece, piece.bytes);
    const wholeLinesSoFar = this.#taken.length > 0 && this.#endLine < piece.line;
    if (wholeLinesSoFar) return this.#stop({ startLine: piece.line });
    const part = piece.bytes.subarray(0, room);
    const fitting = part.subarray(0, part.length - unfinishedTail(part));
    this.#keep(piece, fitting);
    return this.#stop({ offset: piece.offset + fitting.length });
  }

  #keep(piece: LinePiece, bytes: Buffer): boolean {
    this.#taken.push(bytes);
    this.#length += bytes.length;
    this.#endLine = piece.line;
    return true;
  }

  #stop(next: NonNullable<ReadOutput['next']>): boolean {
    this.#next = next;
    return false;
  }

  /** Undefined when what was gathered turns out not to be text, or not one character fitted. */
  finish(sizeBytes: number): Omit<ReadOutput, 'path'> | undefined {
    const content = textOf(Buffer.concat(this.#taken));
    const stuck = this.#length === 0 && this.#next?.offset !== undefined;
    if (content === undefined || stuck) return undefined;
    const totalLines = this.#next ? null : this.#lastSeen;
    if (totalLines !== null && this.#from > Math.max(totalLines, 1)) {
      throw new Refusal(`The file has ${totalLines} lines; startLine is ${this.#from}. Ask for a line it has.`);
    }
    return {
      encoding: 'utf-8',
      content,
      sizeBytes,
      startByte: this.#startByte,
      endByte: this.#startByte + this.#length,
      startLine: this.#taken.length > 0 ? this.#from : null,
      endLine: this.#taken.length > 0 ? this.#endLine : null,
      totalLines,
      next: this.#next,
    };
  }
}

/** `head` and `tail` as a range of lines. For the end, lines are counted by reading the file once. */
export async function linesAsked({ handle }: OpenFile, asked: ReadInput, signal: AbortSignal): Promise<ReadInput> {
  if (asked.head !== undefined) return { ...asked, startLine: 1, lineCount: asked.head };
  if (asked.tail === undefined) return asked;
  let lines = 0;
  for await (const pieces of readLines(handle, signal, asked.maxBytes)) lines = pieces.at(-1)?.line ?? lines;
  return { ...asked, startLine: Math.max(1, lines - asked.tail + 1) };
}

/** Reads whole lines of a text file; undefined when the file is not text and has to be read by bytes. */
export async function readLineRange(
  { handle, stats }: OpenFile,
  asked: ReadInput,
  signal: AbortSignal,
): Promise<Omit<ReadOutput, 'path'> | undefined> {
  if ((await detectEncoding(handle, stats.size)) === 'binary') return undefined;
  const range = new LineRange(asked);
  scan: for await (const pieces of readLines(handle, signal, asked.maxBytes)) {
    for (const piece of pieces) if (!range.take(piece)) break scan;
  }
  return range.finish(stats.size);
}
