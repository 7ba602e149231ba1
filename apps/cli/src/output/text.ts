import { stripVTControlCharacters } from 'node:util';

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** Columns a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segments.segment(stripVTControlCharacters(text))) width += wide.test(segment) ? 2 : 1;
  return width;
}

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Breaks one paragraph at its spaces; a word longer than a line keeps a line of its own. */
function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** Breaks a text into lines no wider than `width` columns; its own line breaks stay. */
export const wrap = (text: string, width: number): string[] =>
  text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph.trimEnd(), Math.max(20, width)));

export const indent = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n');

/** The beginning of a text, on one line. */
export function brief(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A value with what could steer a terminal taken out of every string: what a tool says of itself, or answers, was
 * written by a stranger. Line breaks and tabs stay.
 */
export function harmless<T>(value: T): T {
  if (typeof value === 'string') return stripVTControlCharacters(value).replace(controls, '') as T;
  if (Array.isArray(value)) return value.map(harmless) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [harmless(name), harmless(member)])) as T;
}
