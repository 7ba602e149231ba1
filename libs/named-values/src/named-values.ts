import { classOfField, fitsField, mayEndName } from './field-class.js';

/** A value with the class of its name; offsets in UTF-16 code units, `end` exclusive. */
export interface NamedValue {
  readonly class: string;
  readonly start: number;
  readonly end: number;
}

/** How far before the sign a name may begin, and how long a value may be. */
const maxNameReach = 40;
const maxValueLength = 200;
const maxGap = 3;
/** A word is no secret, although it may follow `password:`. */
const plainWord = /^\p{L}+$/u;
const minSecretLength = 6;

/**
 * Values that a text names: `password: hunter-2`, `"ssn": "219-09-9999"`, `API_KEY=…`. Only secrets and identity
 * numbers are recognised by a name in running text; names and addresses are not. One pass: every character is examined
 * with bounded reach.
 */
export function namedValues(text: string): NamedValue[] {
  const found: NamedValue[] = [];
  for (let at = nextSign(text, 0); at >= 0; at = nextSign(text, at + 1)) {
    const named = classBefore(text, at);
    const value = named === undefined ? undefined : valueAfter(text, at + 1);
    if (named === undefined || value === undefined || !isSecretValue(named, text.slice(value.start, value.end)))
      continue;
    found.push({ class: named, ...value });
    at = value.end - 1;
  }
  return found;
}

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 58 || code === 61) return at;
  }
  return -1;
}

/** By the last word before the sign, or the last two together (`API key:`). */
function classBefore(text: string, sign: number) {
  let end = sign;
  while (end > 0 && sign - end < maxGap && ' "\'`*\\'.includes(text[end - 1] as string)) end -= 1;
  if (!mayEndName(text.slice(Math.max(0, end - 3), end))) return undefined;
  const words = text.slice(Math.max(0, end - maxNameReach), end).split(/[^A-Za-z0-9_-]+/);
  const last = words.at(-1) ?? '';
  if (last === '') return undefined;
  const named = classOfField(last) ?? (words.length > 1 ? classOfField(`${words.at(-2)}${last}`) : undefined);
  return named !== undefined && isNamedInText(named) ? named : undefined;
}

const isNamedInText = (named: string): boolean =>
  named.startsWith('secret.') || named === 'personal.national-id' || named === 'personal.passport';

function valueAfter(text: string, from: number): { start: number; end: number } | undefined {
  let start = from;
  while (start - from < maxGap && ' "\'`*\\'.includes(text[start] ?? '\n')) start += 1;
  let end = start;
  while (end < text.length && end - start <= maxValueLength && !isEnd(text.charCodeAt(end))) end += 1;
  return end > start && end - start <= maxValueLength ? { start, end } : undefined;
}

/** Spaces and control characters, quotes, and what closes a value in code, markup and lists. */
const isEnd = (code: number): boolean => code <= 32 || ends.has(code);
const ends: ReadonlySet<number> = new Set([...'"\'`,;)}]<>|&\\'].map((it) => it.charCodeAt(0)));

function isSecretValue(named: string, value: string): boolean {
  if (!fitsField(named, value)) return false;
  if (!named.startsWith('secret.') || named === 'secret.card-code') return true;
  return (
    value.length >= minSecretLength && !plainWord.test(value) && !/^\d{1,4}$/.test(value) && !value.includes('://')
  );
}
