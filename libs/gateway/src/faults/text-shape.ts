import { CallerWords, echoed } from './caller-words.js';
import { boundedText, wordsOf } from './words.js';

/** Words of a shape, at most. */
const maxWords = 200;
/** Shorter ones are parts of identifiers as often as words. */
const minWord = 3;

/**
 * A text with values removed: what the caller said, numbers and identifiers. Two failures with one shape say the same of
 * different things.
 */
export function shapeOf(text: string, input: Readonly<Record<string, unknown>>): string {
  const caller = new CallerWords(input);
  const words = wordsOf(text);
  const shown = caller.without(words);
  return words
    .filter((word, at) => shown[at] !== echoed && !caller.names(word) && word.length >= minWord && !/\d/.test(word))
    .slice(0, maxWords)
    .join(' ');
}

const besideNames = /\b(?:parameter|argument|property|field|key|column|option)s?\b/i;

/**
 * Whether a text names one of the tool's parameters: a name of several words anywhere, a plain word in quotes or where
 * the text mentions parameters.
 */
export function namesParameter(text: string, properties: readonly string[]): boolean {
  const bounded = boundedText(text);
  const speaksOfThem = besideNames.test(bounded);
  return properties.slice(0, maxWords).some((name) => {
    const at = name.length < 2 ? -1 : bounded.indexOf(name);
    if (at < 0) return false;
    const isWhole = !isPart(bounded[at - 1]) && !isPart(bounded[at + name.length]);
    const isQuoted = /["'`]/.test(bounded[at - 1] ?? '') && /["'`]/.test(bounded[at + name.length] ?? '');
    return isWhole && (isQuoted || speaksOfThem || /[_\-A-Z.]/.test(name.slice(1)));
  });
}

const isPart = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
