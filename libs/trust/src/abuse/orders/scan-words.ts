import { type WordClass, wordClasses } from './word-classes.js';

/**
 * Classes of tokens that are recognised by their form rather than by a list; the last two are of whole sentences, by their
 * place behind or before a structure (JSON and the like) that makes up the rest of the text.
 */
export const formClasses = [
  'identifier',
  'camel',
  'path',
  'mail',
  'address',
  'number',
  'colon',
  'fence',
  'tag',
  'quoted',
  'shout',
  'question',
  'exclamation',
  'bracketed',
  'rule-line',
  'trailing',
  'leading',
] as const;
export type FormClass = (typeof formClasses)[number];
export type TokenClass = WordClass | FormClass;

export const tokenClasses: readonly TokenClass[] = [...(Object.keys(wordClasses) as WordClass[]), ...formClasses];
const numberOf = new Map(tokenClasses.map((it, index) => [it, index]));
export const classNumber = (it: TokenClass): number => numberOf.get(it) as number;

const byWord = new Map<string, number[]>();
for (const [name, words] of Object.entries(wordClasses)) {
  for (const word of words) {
    const known = byWord.get(word);
    if (known === undefined) byWord.set(word, [classNumber(name as WordClass)]);
    else known.push(classNumber(name as WordClass));
  }
}

/** A word or mark of a sentence that belongs to some class. */
export interface Token {
  /** Which word of its sentence it is. */
  readonly at: number;
  readonly classes: readonly number[];
}

export interface Sentence {
  /** In the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** In order; words of no class are left out. */
  readonly tokens: readonly Token[];
  /**
   * Two numbers for each word, in order: of its letters, in either case, and of these with the character after them, which shows
   * where a clause ends. Numbers, paths and the like have one number by their kind.
   */
  readonly hashes: readonly number[];
}

/** A sentence of more words is continued as the next one. */
const maxWords = 60;
/** Nor is one of more words and marks that mean something. */
const maxTokens = 90;
/** A longer run of letters is no word of a sentence. */
const maxWord = 40;
/** Longer markup has attributes, and is that of a document. */
const maxTag = 30;

const alone = Object.fromEntries(formClasses.map((it) => [it, [classNumber(it)]])) as unknown as Record<
  FormClass,
  readonly number[]
>;

/** Splits a text into sentences and classifies their words, in one pass whose time is linear in the text. */
export function scanWords(text: string): Sentence[] {
  return new Scan(text).run();
}

class Scan {
  readonly #text: string;
  readonly #sentences: Sentence[] = [];
  #tokens: Token[] = [];
  #hashes: number[] = [];
  #words = 0;
  #start = -1;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Sentence[] {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isWord(code) || code === slash || code === tilde) at = this.#word(at);
      else at = this.#mark(at, code);
      if (this.#words >= maxWords || this.#tokens.length >= maxTokens) this.#close();
    }
    this.#close();
    return this.#sentences;
  }

  /** Reads a word, path or address from `from`, and answers where it ends. */
  #word(from: number): number {
    const text = this.#text;
    let at = from;
    let underscores = 0;
    let slashes = 0;
    let ats = 0;
    let digits = 0;
    let inner = 0;
    let hash = hashStart;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === backslash && isEscapedBreak(text, at)) break;
      if (isWord(code)) {
        if (code === underscore) underscores += 1;
        else if (code >= zero && code <= nine) digits += 1;
        else if (code >= upperA && code <= upperZ && at > from && isLower(text.charCodeAt(at - 1))) inner += 1;
      } else if (code === slash || code === tilde) slashes += 1;
      else if (code === atSign) ats += 1;
      else if (!(isInside(code) && at + 1 < text.length && isWord(text.charCodeAt(at + 1)))) {
        if (code !== colon || text.charCodeAt(at + 1) !== slash) break;
      }
      hash = Math.imul(hash ^ (code >= upperA && code <= upperZ ? code + lowerOffset : code), hashPrime);
    }
    this.#touch(from, at);
    this.#words += 1;
    const length = at - from;
    const isPlain = ats + slashes + underscores + digits === 0 && (inner === 0 || length <= 6) && length <= maxWord;
    if (isPlain) {
      const after = at < text.length ? text.charCodeAt(at) : space;
      this.#hashes.push(hash >>> 0, Math.imul(hash ^ after, hashPrime) >>> 0);
    } else this.#hashes.push(ats > 0 ? 1 : slashes > 0 ? 2 : digits === length ? 3 : 4);
    if (ats > 0) this.#add(alone.mail);
    else if (slashes > 0)
      this.#add(text.startsWith('http', from) ? alone.address : slashes > 1 || text[from] === '~' ? alone.path : []);
    else if (digits > 0 && digits === length) this.#add(alone.number);
    else if (underscores > 0 && length > 3) this.#add(alone.identifier);
    else if (inner > 0 && length > 6) this.#add(alone.camel);
    else if (length <= maxWord) this.#listed(from, at);
    return Math.max(at, from + 1);
  }

  #listed(from: number, to: number): void {
    const word = this.#text.slice(from, to);
    const classes = byWord.get(word.toLowerCase().replace('’', "'"));
    if (classes !== undefined) this.#add(classes);
    if (to - from > 3 && word === word.toUpperCase()) this.#add(alone.shout);
  }

  /** Reads what is not a word: the end of a sentence, or a mark that says how the words around it are meant. */
  #mark(at: number, code: number): number {
    const text = this.#text;
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : space;
    if (code === newline || (code === backslash && isEscapedBreak(text, at))) {
      const width = code === newline ? 1 : text.charCodeAt(at + 1) === backslash ? 3 : 2;
      const goesOn = this.#words > 0 && isLower(text.charCodeAt(at + width));
      if (!goesOn) this.#close();
      return at + width;
    }
    if ((code === dot || code === question || code === exclamation || code === semicolon) && next <= quote) {
      if (code !== dot && code !== semicolon && this.#words > 0)
        this.#add(code === question ? alone.question : alone.exclamation);
      this.#touch(at, at + 1);
      this.#close();
      return at + 1;
    }
    if (code === colon && this.#words > 0) this.#add(alone.colon);
    else if (code === backquote && text.startsWith('```', at)) {
      this.#add(alone.fence);
      return at + 3;
    } else if (code === less && (isWord(next) || next === slash)) return this.#tag(at);
    else if (code === openSquare && isWord(next) && this.#words === 0) this.#add(alone.bracketed);
    else if ((code === quote || code === apostrophe || code === backquote) && isWord(next)) this.#add(alone.quoted);
    else if (
      (code === hash || code === equals || code === dash || code === star) &&
      text.startsWith(text[at]?.repeat(3) as string, at)
    ) {
      this.#add(alone['rule-line']);
      return at + 3;
    }
    return at + 1;
  }

  /** `<WORD>` or `</word>`: markup that gives the words behind it a rank. */
  #tag(at: number): number {
    const length = this.#text.slice(at, at + maxTag).indexOf('>');
    if (length < 0 || isMentioned(this.#text, at)) return at + 1;
    this.#touch(at, at + length + 1);
    this.#add(alone.tag);
    return at + 1;
  }

  #touch(from: number, to: number): void {
    if (this.#start < 0) this.#start = from;
    this.#end = to;
  }

  #add(classes: readonly number[]): void {
    const last = this.#tokens.at(-1);
    if (classes.length === 0 || (last?.at === this.#words && last.classes === classes)) return;
    this.#tokens.push({ at: this.#words, classes });
  }

  #close(): void {
    if (this.#words > 0 || this.#tokens.length >= maxTokens)
      this.#sentences.push({
        start: this.#start,
        end: this.#end,
        words: this.#words,
        tokens: this.#tokens,
        hashes: this.#hashes,
      });
    this.#tokens = [];
    this.#hashes = [];
    this.#words = 0;
    this.#start = -1;
  }
}

/** Whether an article stands before a place: what follows is spoken of, as in "a <note> block". */
const isMentioned = (text: string, at: number): boolean => article.test(text.slice(Math.max(0, at - 6), at));
const article = /\b(?:an?|the|one|each)\s[`"']?$/i;

/** FNV-1a over UTF-16 code units. */
const hashStart = 0x811c9dc5;
const hashPrime = 0x01000193;
const lowerOffset = 32;

const zero = 48;
const nine = 57;
const upperA = 65;
const upperZ = 90;
const underscore = 95;
const slash = 47;
const tilde = 126;
const backslash = 92;
const atSign = 64;
const colon = 58;
const semicolon = 59;
const dot = 46;
const question = 63;
const exclamation = 33;
const newline = 10;
const space = 32;
const quote = 34;
const apostrophe = 39;
const backquote = 96;
const less = 60;
const openSquare = 91;
const hash = 35;
const equals = 61;
const dash = 45;
const star = 42;

const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= upperA && code <= upperZ) ||
  (code >= zero && code <= nine) ||
  code === underscore ||
  code > 0x00bf;
/** Marks that may stand inside a word, an address or a path. */
const isInside = (code: number): boolean =>
  code === dot ||
  code === dash ||
  code === apostrophe ||
  code === 0x2019 ||
  code === question ||
  code === equals ||
  code === 38;
/** `\n` written as two or three characters, as in JSON inside of text. */
const isEscapedBreak = (text: string, at: number): boolean => {
  const next = text.charCodeAt(at + 1);
  return next === 110 || (next === backslash && text.charCodeAt(at + 2) === 110);
};
