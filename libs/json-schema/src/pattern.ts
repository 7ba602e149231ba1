import { RE2JS } from 're2js';
import { expandCounts, PatternTooLarge } from './repeat-counts.js';

/**
 * Maximum cost of matching one text, in steps: the size of the compiled pattern times the length of the text, RE2's
 * worst case. A step takes 15 ns, so this is about 45 ms.
 */
export const maxMatchSteps = 3_000_000;

/** A text that is too long for a pattern of this size. */
export class MatchTooCostly extends Error {}

/** The remaining budget for matching, shared by all patterns and texts of one check. */
export interface MatchBudget {
  stepsLeft: number;
}

/**
 * Patterns of published schemas run on an engine with linear time (RE2); back-references and look-around, which need
 * more, are rejected when the schema is published. Linear time is still the product of the pattern's size and the
 * text's length, and that product is bounded.
 */
export class LinearPattern {
  readonly #pattern: RE2JS;
  readonly #budget: MatchBudget | undefined;
  readonly source: string;
  /** Worst-case steps per character. */
  readonly size: number;

  /** Without a budget, each text may take `maxMatchSteps`. @throws when RE2 does not support the pattern. */
  constructor(source: string, budget?: MatchBudget) {
    this.source = source;
    this.#budget = budget;
    this.#pattern = RE2JS.compile(expandCounts(translate(source)));
    this.size = this.#pattern.programSize();
  }

  /** Engines tell patterns apart by their text. */
  toString(): string {
    return `/${this.source}/`;
  }

  /** @throws MatchTooCostly */
  test(text: string): boolean {
    const steps = this.size * text.length;
    if (steps > (this.#budget?.stepsLeft ?? maxMatchSteps)) throw new MatchTooCostly(this.#tooCostly(text.length));
    if (this.#budget !== undefined) this.#budget.stepsLeft -= steps;
    return this.#pattern.matcher(text).find();
  }

  #tooCostly = (length: number): string =>
    `is too long to be checked against the pattern ${shown(this.source)}: ${length} characters, with ${this.size} steps for each`;
}

const shown = (source: string): string => JSON.stringify(source.slice(0, 100));

const surrogates = 'u([dD][89abAB][0-9a-fA-F]{2})\\\\u([dD][c-fC-F][0-9a-fA-F]{2})';
const property = '([pP])\\{(?:Script|sc|General_Category|gc)=(\\w+)\\}';
/** A complete escape, so that the slash after an escaped backslash is not mistaken for an escaped slash. */
const escapes = new RegExp(
  `\\\\(?:${surrogates}|u\\{([0-9A-Fa-f]{1,6})\\}|u([0-9A-Fa-f]{4})|c([A-Za-z])|${property}|[^])`,
  'g',
);

/** Translates ECMAScript spellings that RE2 spells differently. */
const translate = (source: string): string =>
  source.replaceAll(escapes, (whole, high, low, braced, plain, control, sign, name) => {
    if (high !== undefined) return `\\x{${codePoint(high, low).toString(16)}}`;
    if (control !== undefined) return `\\x{${(control.charCodeAt(0) % 32).toString(16)}}`;
    if (name !== undefined) return `\\${sign}{${name}}`;
    const code = braced ?? plain;
    return code === undefined ? whole : `\\x{${code}}`;
  });

const codePoint = (high: string, low: string): number =>
  String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) as number;

/** Why a pattern cannot be used; undefined when it can. */
export function patternProblem(source: string): string | undefined {
  try {
    new LinearPattern(source);
    return undefined;
  } catch (error) {
    return `the pattern ${shown(source)} ${reasonOf(error)}`;
  }
}

/** The actual reason: a repetition that is too large is not a question of linear time. */
function reasonOf(error: unknown): string {
  if (error instanceof PatternTooLarge) return error.message;
  const said = error instanceof Error ? error.message : '';
  if (said.includes('invalid repeat count'))
    return 'has repetitions within repetitions that multiply to more than 1,000, or a count that is out of order';
  if (said.includes('too large') || said.includes('too deeply')) return 'is too large or nested too deeply';
  return 'is not a regular expression that runs in linear time (no back-references, no look-around)';
}
