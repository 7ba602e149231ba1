import { RE2JS } from 're2js';

/**
 * Patterns of other people's schemas run on an engine whose time is linear in the input (RE2): back-references and
 * look-around, which need more, are refused when the schema is published.
 */
export class LinearPattern {
  readonly #pattern: RE2JS;
  readonly source: string;

  /** @throws when the pattern is not one of RE2's. */
  constructor(source: string) {
    this.source = source;
    this.#pattern = RE2JS.compile(translate(source));
  }

  test(text: string): boolean {
    return this.#pattern.matcher(text).find();
  }
}

/** ECMAScript spellings that RE2 knows under another one. */
const translate = (source: string): string =>
  source
    .replaceAll(/\\u\{([0-9A-Fa-f]{1,6})\}/g, '\\x{$1}')
    .replaceAll(/\\u([0-9A-Fa-f]{4})/g, '\\x{$1}')
    .replaceAll(/\\c([A-Za-z])/g, (_, letter: string) => `\\x{${(letter.charCodeAt(0) % 32).toString(16)}}`)
    .replaceAll('\\/', '/')
    .replaceAll('\\-', '\\x2d')
    .replaceAll('(?<', '(?P<')
    .replaceAll(/\(\?P<([=!])/g, '(?<$1');

/** Why a pattern cannot be used; undefined when it can. */
export function patternProblem(source: string): string | undefined {
  try {
    new LinearPattern(source);
    return undefined;
  } catch {
    return `the pattern ${JSON.stringify(source.slice(0, 100))} is no regular expression that runs in linear time (no back-references, no look-around)`;
  }
}
