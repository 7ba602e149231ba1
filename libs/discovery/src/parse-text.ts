import { type Demand, formsAnywhere, formsSetOff, type TextForm } from './text-forms.js';

/** A demand that stands in a text, and the words that make it. */
export interface TextDemand extends Demand {
  readonly words: string;
}

export interface ParsedText {
  /** What is left to be searched for. */
  readonly text: string;
  /** In the order of their places. */
  readonly demands: readonly TextDemand[];
}

interface Piece extends TextDemand {
  readonly from: number;
  readonly to: number;
}

/** Where a form was taken out. */
const mark = '\u0001';
const quoted = /"[^"]*"|“[^“”]*”|«[^«»]*»|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;
const isSeparator = (character: string): boolean => character === mark || /[,;|]/.test(character);
const sentenceEnd = /[\s.!?]/;
const filler = /^(?:\s|,|;|\||&|and\b|but\b)+/iu;

/** Demands that are read of one text: each is answered for, in the answer and of each result. */
export const maxDemands = 32;

/**
 * Takes the demands out of a text: the documented forms and nothing else, `maxDemands` of them; what is beyond stays text. What stands in quotes is never one. Taking
 * forms out may bring others together, so that it is repeated until nothing is found: parsing what is left finds nothing.
 */
export function parseText(written: string): ParsedText {
  let text = written.trim();
  const demands: TextDemand[] = [];
  for (;;) {
    const pieces = piecesOf(text).slice(0, maxDemands - demands.length);
    if (pieces.length === 0) return { text, demands };
    demands.push(...pieces.map(({ from: _from, to: _to, ...demand }) => demand));
    text = without(text, pieces);
  }
}

function piecesOf(text: string): Piece[] {
  const readable = text.replaceAll(mark, ' ').replaceAll(quoted, (quote) => '\0'.repeat(quote.length));
  const anywhere = formsAnywhere.flatMap((form) => matches(readable, form)).reduce(apart, []);
  const marked = anywhere.reduce((rest, { from, to }) => cover(rest, from, to), readable);
  return [...anywhere, ...tail(marked)]
    .map((piece) => ({ ...piece, words: text.slice(piece.from, piece.to) }))
    .sort((a, b) => a.from - b.from);
}

/** Of two forms that share words the first one counts. */
const apart = (taken: Piece[], piece: Piece): Piece[] =>
  taken.some(({ from, to }) => piece.from < to && from < piece.to) ? taken : [...taken, piece];

const cover = (text: string, from: number, to: number): string =>
  `${text.slice(0, from)}${mark.repeat(to - from)}${text.slice(to)}`;

function matches(text: string, { pattern, read }: TextForm): Piece[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const demand = read(match);
    return demand === undefined ? [] : [{ ...demand, words: match[0], ...span(match.index, match[0]) }];
  });
}

const span = (from: number, words: string) => ({ from, to: from + words.length });

/** Forms that end the text, each part behind a separator made of such forms alone. */
function tail(text: string): Piece[] {
  const found: Piece[] = [];
  let end = text.length;
  for (;;) {
    while (end > 0 && sentenceEnd.test(text[end - 1] as string)) end -= 1;
    const from = startOfPart(text, end);
    if (from === 0) return found;
    const pieces = wholly(text.slice(from, end), from);
    if (pieces === undefined) return found;
    found.push(...pieces);
    end = from - 1;
  }
}

/** Behind the last separator before `end`; 0 when there is none. */
function startOfPart(text: string, end: number): number {
  for (let at = end - 1; at > 0; at -= 1) if (isSeparator(text[at] as string)) return at + 1;
  return 0;
}

/** The forms that a part consists of; undefined when it holds anything else. */
function wholly(part: string, offset: number): Piece[] | undefined {
  const pieces: Piece[] = [];
  const found = new Map(
    formsSetOff
      .flatMap((form) => matches(part, form))
      .reverse()
      .map((piece) => [piece.from, piece]),
  );
  for (let at = 0; ; ) {
    at += filler.exec(part.slice(at))?.[0].length ?? 0;
    if (at >= part.length) return pieces;
    const next = found.get(at);
    if (next === undefined || /[^\s,;|&]/.test(part[next.to] ?? ' ')) return undefined;
    pieces.push({ ...next, from: offset + next.from, to: offset + next.to });
    at = next.to;
  }
}

/** The text between the pieces, each stretch without the separators and the `and` that led to a piece. */
function without(text: string, pieces: readonly Piece[]): string {
  const ends = [...pieces.map(({ from }) => from), text.length];
  const starts = [0, ...pieces.map(({ to }) => to)];
  return starts
    .map((from, at) => bare(text.slice(from, ends[at]), at < pieces.length))
    .filter((stretch) => stretch !== '')
    .join(' ');
}

/** Words at the ends of a stretch that only joined it to a piece. */
const joint = /^(?:and|but)$/i;

function bare(stretch: string, isBeforePiece: boolean): string {
  const words = stretch.split(isBetween);
  if (words.every((word) => word === '' || joint.test(word) || /^[.!?]+$/.test(word))) return '';
  let [from, to] = [0, stretch.length];
  while (isBetween.test(stretch[from] as string)) from += 1;
  while (isBetween.test(stretch[to - 1] as string)) to -= 1;
  const kept = stretch.slice(from, to);
  const last = kept.slice(-3);
  return isBeforePiece && joint.test(last) && isBetween.test(kept.at(-4) ?? '') ? bare(kept.slice(0, -3), true) : kept;
}

const isBetween = /[\s,;|&]/;
