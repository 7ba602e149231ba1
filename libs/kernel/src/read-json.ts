import { parseExactJson } from '@assay/contracts';
import type { Sliced } from './slices.js';
import { rememberNames, wideFrom } from './wide-objects.js';

/** Texts up to this many characters are parsed in one go, in 5 ms at most. */
export const readAtOnce = 131_072;

/** Values are nested deeper than allowed. */
export class NestedTooDeeply extends Error {}

export interface ReadJsonTerms {
  /** Maximum nesting of objects and arrays; unlimited when absent. */
  readonly maxLevels?: number;
  /** Reads one number; by default exactly, as `parseExactJson` does. */
  readonly readNumber?: (literal: string) => unknown;
}

/** Members and items read in one step. */
const perStep = 512;

/**
 * Reads a JSON text as JSON.parse does, in steps; numbers that a double cannot represent keep their text. @throws
 * SyntaxError as JSON.parse does, and NestedTooDeeply
 */
export function* readJsonInSteps(text: string, terms: ReadJsonTerms = {}): Sliced<unknown> {
  const reader = new Reader(text, terms);
  while (!reader.read(perStep)) yield;
  return reader.value;
}

interface Frame {
  readonly items: unknown[] | undefined;
  readonly members: Record<string, unknown> | undefined;
  /** Name of the member whose value comes next. */
  name: string;
  count: number;
  /** Names of a wide object's members. */
  names: string[] | undefined;
}

const code = { quote: 34, comma: 44, minus: 45, zero: 48, nine: 57, colon: 58, backslash: 92 } as const;
const open = { list: 91, object: 123 } as const;
const close = { list: 93, object: 125 } as const;

class Reader {
  readonly #text: string;
  readonly #maxLevels: number;
  readonly #readNumber: (literal: string) => unknown;
  readonly #stack: Frame[] = [];
  #at = 0;
  value: unknown;

  constructor(text: string, { maxLevels = Number.POSITIVE_INFINITY, readNumber = parseExactJson }: ReadJsonTerms) {
    this.#text = text;
    this.#maxLevels = maxLevels;
    this.#readNumber = readNumber;
  }

  /** Reads up to the given number of values; true when the whole text has been read. */
  read(values: number): boolean {
    for (let left = values; left > 0; left -= 1) {
      const frame = this.#stack.at(-1);
      if (frame !== undefined && !this.#goOn(frame)) {
        this.#stack.pop();
        if (this.#stack.length === 0) return this.#end();
        continue;
      }
      this.#value();
      if (this.#stack.length === 0) return this.#end();
    }
    return false;
  }

  /** Moves to the next value of a list or object; false at its end. */
  #goOn(frame: Frame): boolean {
    const next = this.#peek();
    const isList = frame.items !== undefined;
    if (next === (isList ? close.list : close.object)) {
      this.#at += 1;
      if (frame.names !== undefined) rememberNames(frame.members as object, frame.names);
      return false;
    }
    if (frame.count > 0) {
      if (next !== code.comma) this.#fail();
      this.#at += 1;
    }
    frame.count += 1;
    if (isList) return true;
    if (this.#peek() !== code.quote) this.#fail();
    frame.name = this.#string();
    if (this.#peek() !== code.colon) this.#fail();
    this.#at += 1;
    return true;
  }

  #value(): void {
    const next = this.#peek();
    if (next === open.list) this.#enter({ items: [], members: undefined, name: '', count: 0, names: undefined });
    else if (next === open.object) this.#enter({ items: undefined, members: {}, name: '', count: 0, names: undefined });
    else if (next === code.quote) this.#put(this.#string());
    else this.#put(this.#scalar(next));
  }

  #enter(frame: Frame): void {
    if (this.#stack.length >= this.#maxLevels) throw new NestedTooDeeply();
    this.#at += 1;
    this.#put(frame.items ?? frame.members);
    this.#stack.push(frame);
  }

  #put(value: unknown): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) this.value = value;
    else if (frame.items !== undefined) frame.items.push(value);
    else putMember(frame, value);
  }

  #string(): string {
    const from = this.#at + 1;
    let to = from;
    let isPlain = true;
    for (let next = this.#text.charCodeAt(to); next !== code.quote; next = this.#text.charCodeAt(to)) {
      // NaN past the end.
      if (!(next >= 32)) this.#fail();
      if (next === code.backslash) isPlain = false;
      to += next === code.backslash ? 2 : 1;
    }
    this.#at = to + 1;
    return isPlain ? this.#text.slice(from, to) : JSON.parse(this.#text.slice(from - 1, to + 1));
  }

  #scalar(first: number): unknown {
    return first === code.minus || isDigit(first) ? this.#number(first) : this.#word();
  }

  #word(): unknown {
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#fail();
  }

  #number(first: number): unknown {
    const from = this.#at;
    while (isOfNumber(this.#text.charCodeAt(this.#at))) this.#at += 1;
    const literal = this.#text.slice(from, this.#at);
    return literal.length === 1 && first !== code.minus ? first - code.zero : this.#readNumber(literal);
  }

  /** The next character that is not white space; NaN at the end. */
  #peek(): number {
    for (;;) {
      const next = this.#text.charCodeAt(this.#at);
      if (next !== 32 && next !== 10 && next !== 13 && next !== 9) return next;
      this.#at += 1;
    }
  }

  #end(): true {
    if (!Number.isNaN(this.#peek())) this.#fail();
    return true;
  }

  #fail(): never {
    throw new SyntaxError(`Invalid JSON at position ${this.#at}`);
  }
}

const words = [
  ['null', null],
  ['true', true],
  ['false', false],
] as const;

const isDigit = (it: number): boolean => it >= code.zero && it <= code.nine;
/** Digits, `+`, `-`, `.`, `e` and `E`. */
const isOfNumber = (it: number): boolean =>
  isDigit(it) || it === code.minus || it === 43 || it === 46 || it === 101 || it === 69;

function putMember(frame: Frame, value: unknown): void {
  const members = frame.members as Record<string, unknown>;
  const { name } = frame;
  if (frame.names !== undefined && !Object.hasOwn(members, name)) frame.names.push(name);
  if (name === '__proto__') {
    Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  } else members[name] = value;
  if (frame.count === wideFrom) frame.names = Object.keys(members);
}
