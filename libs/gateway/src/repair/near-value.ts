import { wordsOfName } from './near-name.js';

/** Values of more characters are texts, not choices. */
const longest = 64;
/** Shorter words are too easily confused. */
const minLettersForTypos = 5;
const minLettersOfStart = 3;

/**
 * Which of the allowed texts was meant: the same but for case, separators and accents; one whose words begin with the
 * given one's alone (`mid` for `middle`); one letter away. Undefined when none is near, or more than one is.
 */
export function nearValue(value: string, allowed: readonly string[]): string | undefined {
  if (value.length > longest) return undefined;
  const plain = plainText(value);
  if (plain === '') return undefined;
  const ways: ((other: string) => boolean)[] = [
    (other) => other === plain,
    (other) => plain.length >= minLettersOfStart && other.startsWith(plain),
    (other) => plain.length >= minLettersForTypos && isOneEditAway(plain, other),
  ];
  for (const near of ways) {
    const found = allowed.filter((other) => near(plainText(other)));
    if (found.length === 1) return found[0];
    if (found.length > 1) return undefined;
  }
  return undefined;
}

const plainText = (text: string): string => wordsOfName(text.normalize('NFKD').replace(/\p{M}/gu, '')).join('');

function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = long.slice(at + 1);
  return short.length === long.length ? short.slice(at + 1) === rest : short.slice(at) === rest;
}
