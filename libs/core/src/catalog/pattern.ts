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

  /** Engines tell patterns apart by their text. */
  toString(): string {
    return `/${this.source}/`;
  }

  test(text: string): boolean {
    return this.#pattern.matcher(text).find();
  }
}

const surrogates = 'u([dD][89abAB][0-9a-fA-F]{2})\\\\u([dD][c-fC-F][0-9a-fA-F]{2})';
const property = '([pP])\\{(?:Script|sc|General_Category|gc)=(\\w+)\\}';
/** An escape as a whole, so that the slash behind an escaped backslash is never taken for an escaped one. */
const escapes = new RegExp(
  `\\\\(?:${surrogates}|u\\{([0-9A-Fa-f]{1,6})\\}|u([0-9A-Fa-f]{4})|c([A-Za-z])|${property}|[^])`,
  'g',
);

/** ECMAScript spellings that RE2 knows under another one. */
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
  } catch {
    return `the pattern ${JSON.stringify(source.slice(0, 100))} is no regular expression that runs in linear time (no back-references, no look-around)`;
  }
}
