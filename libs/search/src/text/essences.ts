import { clauseEnd } from './asked-text.js';
import { weightOfWord } from './request-words.js';
import { stopWords } from './stop-words.js';

/** A part of fewer such words ("Thanks!") asks for nothing. */
const minWords = 2;
/** Each part costs a comparison with every document. */
const maxParts = 5;

const runs = /[\p{L}\p{N}]+/gu;

/** Numbers, dates and codes are what a tool is given, and words that wrap a request are not about it. */
const isAbout = (token: string): boolean =>
  [...token.toLowerCase().matchAll(runs)].some(
    ([word]) => !/^\p{N}/u.test(word) && !stopWords.has(word) && weightOfWord(word) === 1,
  );

const aboutIn = (text: string): string[] => text.split(/\s+/u).filter(isAbout);

/**
 * What is embedded of a query: the words that the whole is about, and then those of its parts, the longest in order, if it
 * asks for several things. Always at least the text itself.
 */
export function essencesOf(text: string): readonly string[] {
  const whole = aboutIn(text).join(' ');
  const parts = text
    .split(clauseEnd)
    .map(aboutIn)
    .filter((words) => words.length >= minWords)
    .map((words) => words.join(' '));
  const first = whole === '' ? text : whole;
  if (parts.length < 2) return [first];
  const longest = new Set([...parts].sort((a, b) => b.length - a.length).slice(0, maxParts));
  return [first, ...new Set(parts.filter((part) => longest.has(part)))];
}
