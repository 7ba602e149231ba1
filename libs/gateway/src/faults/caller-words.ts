import { boundedText, wordsOf } from './words.js';

/** Bounds of the arguments that are read. */
const maxTexts = 200;
const maxDepth = 16;
const maxHosts = 20;

/** What stands in a text in the place of words that the caller had said. */
export const echoed = '\u0000';

/**
 * What the caller said in its arguments, as words. An upstream that repeats it has not said it: a city called "Connection
 * Refused" is no outage, and nobody can blame a tool by putting such words into an argument.
 */
export class CallerWords {
  readonly #single = new Set<string>();
  readonly #pairs = new Set<string>();
  /** Whole values of one word. */
  readonly #whole = new Set<string>();
  readonly #properties: ReadonlySet<string>;
  readonly #hosts: readonly string[];

  /** `properties` are names of the tool's parameters. */
  constructor(input: Readonly<Record<string, unknown>>, properties: readonly string[] = []) {
    const texts: string[] = [];
    collect(input, texts, 0);
    for (const text of texts) this.#add(wordsOf(text));
    this.#hosts = [...new Set(texts.flatMap(hostsOf))].slice(0, maxHosts);
    const named = [...properties, ...Object.keys(input)].slice(0, maxTexts);
    this.#properties = new Set(named.flatMap((it) => kindsOf(it)));
  }

  /** Whether the caller named this. */
  names(word: string): boolean {
    return word !== ':' && (this.#single.has(word) || word === echoed);
  }

  /** Whether a parameter is called so, or holds something of this kind: `user` of `user_id`. */
  hasParameter = (word: string): boolean => this.#properties.has(word);

  /** Whether a text repeats a host of the arguments. */
  namesHostIn(text: string): boolean {
    const lower = text.toLowerCase();
    return this.#hosts.some((it) => lower.includes(it));
  }

  /** The words of a text, with those that only repeat the caller put out: runs of two or more, and whole values. */
  without(words: readonly string[]): readonly string[] {
    return words.map((word, at) => {
      const before = at > 0 && this.#pairs.has(`${words[at - 1]} ${word}`);
      const after = at + 1 < words.length && this.#pairs.has(`${word} ${words[at + 1]}`);
      return before || after || this.#whole.has(word) ? echoed : word;
    });
  }

  #add(words: readonly string[]): void {
    const own = words.filter((it) => it !== ':');
    if (own.length === 1) this.#whole.add(own[0] as string);
    for (const word of own) this.#single.add(word);
    for (let at = 1; at < words.length; at += 1) this.#pairs.add(`${words[at - 1]} ${words[at]}`);
  }
}

function collect(value: unknown, into: string[], depth: number): void {
  if (into.length >= maxTexts || depth > maxDepth) return;
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'number') into.push(String(value));
  else if (Array.isArray(value)) for (const item of value.slice(0, maxTexts)) collect(item, into, depth + 1);
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value).slice(0, maxTexts)) collect(item, into, depth + 1);
  }
}

/** The host of an address, or a text that is a host. */
function hostsOf(text: string): string[] {
  const address = boundedText(text).trim().toLowerCase();
  const begin = address.indexOf('://');
  const host = /^[^/?#\s]{1,253}/.exec(begin < 0 ? address : address.slice(begin + 3))?.[0] ?? '';
  const name = host.slice(host.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '');
  return begin >= 0 || /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}$/.test(host) ? [name].filter((it) => it.length > 3) : [];
}

/** Words of a parameter's name that say what kind of thing it holds. */
const saysNothing = new Set([
  'id',
  'ids',
  'name',
  'names',
  'key',
  'the',
  'of',
  'to',
  'by',
  'in',
  'type',
  'value',
  'data',
]);

const kindsOf = (name: string): string[] =>
  wordsOf(name)
    .filter((it) => it.length > 2 && !saysNothing.has(it))
    .flatMap((it) => (it.endsWith('s') ? [it, it.slice(0, -1)] : [it, `${it}s`]));
