import { acceptsFormat } from '../json-schema.js';
import { LinearPattern, MatchTooCostly } from '../pattern.js';
import { Undecided } from './space.js';

/** Cache of compiled patterns; bounded, because publishers supply the patterns. */
const compiled = new Map<string, LinearPattern>();
const compiledCap = 500;

/**
 * Whether a text matches a pattern of a schema. @throws Undecided when the pattern cannot run in linear time, or when
 * the text is too long for it.
 */
export function matches(source: string, text: string): boolean {
  let pattern = compiled.get(source);
  if (pattern === undefined) {
    try {
      pattern = new LinearPattern(source);
    } catch {
      throw new Undecided('a pattern that cannot be compiled');
    }
    if (compiled.size >= compiledCap) compiled.clear();
    compiled.set(source, pattern);
  }
  try {
    return pattern.test(text);
  } catch (error) {
    if (error instanceof MatchTooCostly) throw new Undecided('a text that is too long for its pattern');
    throw error;
  }
}

/** Formats of numbers, as bounds; all other formats apply to strings. */
export const numberFormats: Readonly<Record<string, { min?: number; max?: number; whole: boolean }>> = {
  int32: { min: -(2 ** 31), max: 2 ** 31 - 1, whole: true },
  int64: { whole: true },
  float: { whole: false },
  double: { whole: false },
};

/** Whether the validator checks this format; an unknown one is an annotation. */
export const constrainsText = (name: string): boolean =>
  !Object.hasOwn(numberFormats, name) && acceptsFormat(name, '') !== undefined;

export const isOfFormat = (name: string, text: string): boolean => acceptsFormat(name, text) !== false;
