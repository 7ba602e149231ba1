import { QueryRefusal } from '../../query-refusal.js';

export type TokenKind = 'word' | 'name' | 'string' | 'number' | 'parameter' | 'sign';

export interface Token {
  readonly kind: TokenKind;
  /** As it is written in the statement that is run. */
  readonly text: string;
  /** Of a word in upper case, of a name without its quotes, otherwise as `text`. */
  readonly value: string;
  /** Of its first character, from 1. */
  readonly position: number;
}

const space = /[ \t\r\n]/;
const wordStart = /[A-Za-z_]/;
const wordPart = /[A-Za-z0-9_]/;
const digit = /[0-9]/;
const signs = ['<=>', '->>', '<>', '!=', '<=', '>=', '||', '->', '==', '<<', '>>'].concat([...'+-*/%=<>(),.|&~']);

const refuse = (what: string, position: number): never => {
  throw new QueryRefusal('not_allowed', `${what} is not in the allow-list of queries.`, { position });
};

/** Constructs on which parsers, settings and versions differ are refused, so that every reader sees the same tokens. */
const refused: readonly (readonly [string, string])[] = [
  ['--', 'A comment'],
  ['/*', 'A comment'],
  ['#', 'A comment'],
  [';', 'A second statement'],
  ['@', 'A variable'],
  [':', 'A named parameter (use ?)'],
  ['$', 'A numbered parameter (use ?)'],
  ['\\', 'A backslash (pass the text as a parameter)'],
];

/** The tokens of a statement in the common part of the dialects. `nameQuotes` surround names. */
export function tokensOf(sql: string, nameQuotes: string): Token[] {
  const text = sql.replace(/[ \t\r\n]{0,1000};?[ \t\r\n]{0,1000}$/, '');
  const tokens: Token[] = [];
  let at = 0;
  const take = (kind: TokenKind, end: number, value = text.slice(at, end)) => {
    tokens.push({ kind, text: text.slice(at, end), value, position: at + 1 });
    at = end;
  };
  while (at < text.length) {
    const here = text[at] as string;
    if (space.test(here)) {
      at += 1;
      continue;
    }
    const bad = refused.find(([start]) => text.startsWith(start, at));
    if (bad !== undefined) refuse(bad[1], at + 1);
    if (here === "'") takeString(text, at, take);
    else if (nameQuotes.includes(here)) takeName(text, at, here, take);
    else if (wordStart.test(here)) takeWord(text, at, take);
    else if (digit.test(here) || (here === '.' && digit.test(text[at + 1] ?? ''))) takeNumber(text, at, take);
    else if (here === '?') take('parameter', at + 1);
    else {
      const sign = signs.find((it) => text.startsWith(it, at));
      if (sign === undefined) return refuse(`The character ${JSON.stringify(here)}`, at + 1);
      take('sign', at + sign.length);
    }
  }
  return tokens;
}

type Take = (kind: TokenKind, end: number, value?: string) => void;

function closing(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') refuse('A backslash (pass the text as a parameter)', at + 1);
    if (text[at] !== quote) continue;
    if (text[at + 1] !== quote) return at;
    at += 1;
  }
  throw new QueryRefusal('parse_error', 'A quotation does not end.', { position: start + 1 });
}

function takeString(text: string, start: number, take: Take): void {
  const end = closing(text, start, "'");
  take('string', end + 1, text.slice(start + 1, end).replaceAll("''", "'"));
}

function takeName(text: string, start: number, quote: string, take: Take): void {
  const end = closing(text, start, quote);
  take('name', end + 1, text.slice(start + 1, end).replaceAll(quote + quote, quote));
}

function takeWord(text: string, start: number, take: Take): void {
  let end = start;
  while (end < text.length && wordPart.test(text[end] as string)) end += 1;
  // `x'41'`, `_utf8'…'` and `N'…'` are read in other ways than a word and a string.
  if (text[end] === "'" || text[end] === '"') refuse('A prefix of a string', start + 1);
  take('word', end, text.slice(start, end).toUpperCase());
}

function takeNumber(text: string, start: number, take: Take): void {
  const digits = (from: number): number => {
    let end = from;
    while (digit.test(text[end] ?? '')) end += 1;
    return end;
  };
  let end = digits(start);
  if (text[end] === '.') end = digits(end + 1);
  if (/[eE]/.test(text[end] ?? '')) {
    const sign = /[+-]/.test(text[end + 1] ?? '') ? 1 : 0;
    end = digits(end + 1 + sign);
  }
  if (wordPart.test(text[end] ?? '') || text[end] === '.') refuse('A number of this form', start + 1);
  take('number', end);
}
