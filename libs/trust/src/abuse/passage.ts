import { plainly } from './reading.js';

/** A stretch of a text, in UTF-16 code units, `end` exclusive. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** A sentence longer than this is cut, so that one finding never covers a whole page. */
const maxReach = 600;

/** Texts are read again in pieces of so many characters to find where something that was read stands in them. */
const pieceLength = 1_024;

/**
 * Maps stretches of `plainly(text)` to positions in the text itself. Built for texts with findings only; it costs one
 * more reading.
 */
export class SourceMap {
  readonly #text: string;
  /** How many characters were read up to the end of each piece; undefined where the text reads as it stands. */
  readonly #readTo: readonly number[] | undefined;

  constructor(text: string, read: string) {
    this.#text = text;
    this.#readTo = read === text ? undefined : lengthsRead(text);
  }

  passage({ start, end }: Passage): Passage {
    return { start: this.#offset(start), end: this.#offset(end) };
  }

  #offset(read: number): number {
    if (this.#readTo === undefined) return Math.min(read, this.#text.length);
    const piece = this.#readTo.findIndex((it) => it >= read);
    if (piece < 0) return this.#text.length;
    const from = piece * pieceLength;
    const shorter =
      from + prefixThatReads(this.#text.slice(from, from + pieceLength), read - (this.#readTo[piece - 1] ?? 0));
    return shorter < this.#text.length && plainly(this.#text.slice(0, shorter)).length < read ? shorter + 1 : shorter;
  }
}

/** Prefixes are read whole, since what stands at a border is read together; texts are bounded, so this is little. */
function lengthsRead(text: string): number[] {
  const lengths: number[] = [];
  for (let at = pieceLength; at < text.length + pieceLength; at += pieceLength)
    lengths.push(plainly(text.slice(0, at)).length);
  return lengths;
}

/** The shortest prefix that reads as at least so many characters; the length of what is read grows with the prefix. */
function prefixThatReads(text: string, length: number): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (plainly(text.slice(0, middle)).length < length) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The whole sentences or lines around a stretch of text: half of an order left standing is still an order. */
export function sentencesAround(text: string, { start, end }: Passage): Passage {
  let from = start;
  while (from > 0 && start - from < maxReach && !isBreak(text, from - 1)) from -= 1;
  while (from < start && isSpace(text, from)) from += 1;
  let to = end;
  while (to < text.length && to - end < maxReach && !isBreak(text, to)) to += 1;
  if (to < text.length && text[to] !== '\n') to += 1;
  return { start: from, end: Math.max(to, end) };
}

/** The end of a sentence or line. A dot inside a name or number ends nothing. */
function isBreak(text: string, at: number): boolean {
  const letter = text[at] as string;
  if (letter === '\n') return true;
  return '.!?;'.includes(letter) && (at + 1 === text.length || isSpace(text, at + 1));
}

const isSpace = (text: string, at: number): boolean => text.charCodeAt(at) <= 32;
