/**
 * File name patterns, matched without regular expressions in time proportional to pattern times name:
 * `*` and `?` stay within a segment, `**` is any number of whole segments, `[a-z]` and `[!a-z]` are one character,
 * `{a,b}` is a choice. A pattern without a slash is held against the last segment only.
 */
export interface Glob {
  matches(segments: readonly string[]): boolean;
}

type Token =
  | { kind: 'one'; test: (character: string) => boolean }
  /** Any number of elements. */
  | { kind: 'many' };
type Pattern<T> = readonly ('many' | ((element: T) => boolean))[];

const maxAlternatives = 64;

/**
 * Matches a row of elements. It remembers only the last `many`: an earlier one never needs to take more, since
 * whatever it would take the later one can take as well.
 */
function matchRow<T>(pattern: Pattern<T>, row: readonly T[]): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let resumeAt = 0;
  while (at < row.length) {
    const part = pattern[next];
    if (part === 'many') {
      star = next;
      next += 1;
      resumeAt = at;
    } else if (part?.(row[at] as T)) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      resumeAt += 1;
      at = resumeAt;
      next = star + 1;
    } else return false;
  }
  while (pattern[next] === 'many') next += 1;
  return next === pattern.length;
}

function classTest(body: string): (character: string) => boolean {
  const negated = body.startsWith('!') || body.startsWith('^');
  const characters = Array.from(negated ? body.slice(1) : body);
  const ranges: [string, string][] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const low = characters[at] as string;
    const high = characters[at + 1] === '-' ? characters[at + 2] : undefined;
    ranges.push([low, high ?? low]);
    if (high !== undefined) at += 2;
  }
  const within = (character: string) =>
    ranges.some(([low, high]) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= (low.codePointAt(0) ?? 0) && code <= (high.codePointAt(0) ?? 0);
    });
  return (character) => within(character) !== negated;
}

function tokensOf(segment: string): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(segment);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    const close = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') tokens.push({ kind: 'many' });
    else if (character === '?') tokens.push({ kind: 'one', test: () => true });
    else if (close > 0) {
      tokens.push({ kind: 'one', test: classTest(characters.slice(at + 1, close).join('')) });
      at = close;
    } else tokens.push({ kind: 'one', test: (other) => other === character });
  }
  return tokens;
}

function segmentMatcher(segment: string): (name: string) => boolean {
  const pattern = tokensOf(segment).map((token) => (token.kind === 'many' ? ('many' as const) : token.test));
  return (name) => matchRow(pattern, Array.from(name));
}

/** The first `{…}` with its alternatives, nested braces left whole; undefined when there is none. */
function firstChoice(pattern: string): { before: string; choices: string[]; after: string } | undefined {
  const start = pattern.indexOf('{');
  if (start < 0) return undefined;
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if ((character === ',' && depth === 1) || depth === 0) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return { before: pattern.slice(0, start), choices, after: pattern.slice(at + 1) };
  }
  return undefined;
}

/** Every pattern that the alternatives expand to, at most 64; beyond that a brace stays literal. */
function alternatives(pattern: string): string[] {
  let done: string[] = [];
  let open = [pattern];
  while (open.length > 0 && done.length + open.length <= maxAlternatives) {
    const found = open.map((each) => ({ each, choice: firstChoice(each) }));
    done = done.concat(found.filter(({ choice }) => !choice).map(({ each }) => each));
    open = found.flatMap(({ choice }) =>
      choice ? choice.choices.map((body) => choice.before + body + choice.after) : [],
    );
  }
  return done.concat(open).slice(0, maxAlternatives);
}

function compileOne(pattern: string): (segments: readonly string[]) => boolean {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 1 && parts[0] !== '**' && !pattern.startsWith('/')) {
    const matches = segmentMatcher(parts[0] as string);
    return (segments) => matches(segments.at(-1) ?? '');
  }
  const row = parts.map((part) => (part === '**' ? ('many' as const) : segmentMatcher(part)));
  return (segments) => matchRow(row, segments);
}

export function compileGlob(pattern: string): Glob {
  const matchers = alternatives(pattern).map(compileOne);
  return { matches: (segments) => matchers.some((matches) => matches(segments)) };
}
