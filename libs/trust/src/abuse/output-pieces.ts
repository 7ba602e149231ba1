import { memberNames, pointerStep } from '@assay/kernel';
import { type PlacedText, visitValueTexts } from './definition-texts.js';

/** A text of an output, or a stretch of a long one. */
export interface OutputText extends PlacedText {
  /** Where it begins in the whole text, in UTF-16 code units. */
  readonly offset: number;
}

/** How much of an output is examined. */
export interface OutputBounds {
  readonly characters: number;
  readonly values: number;
}

/** For marks on results. Of larger ones the last `outputTail` characters are examined as well. */
export const outputBounds: OutputBounds = Object.freeze({ characters: 262_144, values: 50_000 });
export const outputTail = 4_096;

/** Texts of an output that are examined together. An output with no more is examined at once. */
export const pieceLength = 16_384;
/** What two stretches of one text have in common: longer than any sentence that is a finding. */
const overlap = 1_024;
/** A stretch ends between words where there is one so near. */
const nearestGap = 256;
/** What a text costs beside its characters, so that a piece of many short ones is no longer in the works. */
const perText = 32;
/** Others may have their turn after so many values without a text. */
const valuesPerStep = 512;
const deepest = 64;
/** Short names of members are too short to say anything. */
const shortName = 24;
const minName = shortName + 1;

/** All texts of an output that is small; undefined when there is more than one piece of it. */
export function textsOfSmall(output: unknown): OutputText[] | undefined {
  const texts: OutputText[] = [];
  const visits = { left: maxSmallValues };
  let room = pieceLength;
  visitValueTexts(output, { visits, minName }, (it) => {
    room -= it.text.length;
    if (room < 0) return false;
    texts.push({ ...it, offset: 0 });
    return true;
  });
  return room < 0 || visits.left <= 0 ? undefined : texts;
}
const maxSmallValues = 6_000;

/** The texts of a larger output, piece by piece; undefined where others may have their turn. */
export function* piecesOf(output: unknown, bounds: OutputBounds): Generator<readonly OutputText[] | undefined> {
  const left = { characters: bounds.characters, values: bounds.values };
  let piece: OutputText[] = [];
  let room = pieceLength;
  for (const it of walk(output, '', deepest, left)) {
    if (it === undefined) {
      yield undefined;
      continue;
    }
    for (const stretch of stretchesOf(it, left.characters)) {
      if (piece.length > 0 && stretch.text.length + perText > room) {
        yield piece;
        [piece, room] = [[], pieceLength];
      }
      piece.push(stretch);
      room -= stretch.text.length + perText;
    }
    left.characters -= it.text.length;
    if (left.characters <= 0) break;
  }
  if (piece.length > 0) yield piece;
  if (left.characters <= 0 || left.values <= 0) yield endOf(output);
}

function* walk(
  value: unknown,
  path: string,
  depth: number,
  left: { values: number },
): Generator<PlacedText | undefined> {
  left.values -= 1;
  if (left.values % valuesPerStep === 0) yield undefined;
  if (typeof value === 'string') yield { path, kind: 'value', text: value };
  if (typeof value !== 'object' || value === null || depth === 0) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left.values > 0; index += 1)
      yield* walk(value[index], `${path}/${index}`, depth - 1, left);
    return;
  }
  for (const key of memberNames(value)) {
    if (left.values <= 0) return;
    const inner = path + pointerStep(key);
    if (key.length > shortName) yield { path: inner, kind: 'parameter', text: key };
    yield* walk((value as Readonly<Record<string, unknown>>)[key], inner, depth - 1, left);
  }
}

/** A long text in stretches of which each begins before the former ends, up to so many characters. */
function* stretchesOf({ text, ...placed }: PlacedText, most: number): Generator<OutputText> {
  const length = Math.min(text.length, most);
  for (let from = 0; ; ) {
    const end = from + pieceLength >= length ? length : gapBefore(text, from + pieceLength);
    yield { ...placed, text: from === 0 && end === text.length ? text : text.slice(from, end), offset: from };
    if (end === length) return;
    from = gapBefore(text, end - overlap);
  }
}

/** The end of the last space before a place, when there is one near; never between the halves of a character. */
function gapBefore(text: string, at: number): number {
  for (let near = at; near > at - nearestGap; near -= 1) {
    if (text.charCodeAt(near - 1) <= space) return near;
  }
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
const space = 32;

/** The last characters of what is too large to be examined to the end. */
function endOf(output: unknown): OutputText[] {
  const texts: OutputText[] = [];
  let left = outputTail;
  visitValueTexts(output, { fromEnd: true, minName }, (it) => {
    const offset = Math.max(0, it.text.length - left);
    texts.push({ ...it, text: it.text.slice(offset), offset });
    left -= it.text.length;
    return left > 0;
  });
  return texts;
}
