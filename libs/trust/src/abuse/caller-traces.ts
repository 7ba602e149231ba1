import { digestText, Generations, hourMs, type Random } from '@assay/kernel';
import { visitValueTexts } from './definition-texts.js';
import type { Sign } from './sign.js';

/** Who sent something, and through whose tools. */
export interface Exchange {
  /** The organisation that provides the tool. */
  readonly providerId: string;
  /** The organisation that calls. */
  readonly callerId: string;
}

/** Values looked at of one input and of one output, and characters in which they are looked for. */
const maxSent = 16;
const maxShown = 64;
const maxScanned = 16_384;
/** Values remembered, of inputs and of outputs each, and for how long, in ms. */
const maxKept = 50_000;
const keptMs = hourMs;
/** Shorter texts hold nothing distinctive. */
const shortest = 11;
/** So many hex digits of a keyed hash (96 bits): two values share one by chance once in 10²⁰ comparisons. */
const hashDigits = 24;
const weight = 0.5;

/** A run of what tokens, numbers of accounts, ids and addresses of mail are made of. */
const run = /[\w.+@-]{11,128}/g;
const mail = /^[\w.+-]+@[\w-]+(?:\.[\w-]{2,30})+/;
const mixed = /^(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{15,}$/;
const number = /^\d{11,24}$/;

/** What nobody writes by chance: an address of mail, a long run of letters with digits, a long number. */
function distinctiveIn(text: string): string[] {
  return (text.match(run) ?? nothing).flatMap((it) => {
    const value = it.replace(/[.+-]+$/, '');
    const address = value.includes('@') ? mail.exec(value)?.[0] : undefined;
    return address !== undefined ? [address] : mixed.test(value) || number.test(value) ? [value] : [];
  });
}

/** Sent by several organisations, or known to the tool before: nobody's in particular. */
const everybody = '';

/**
 * Recognises in a tool's output what only another organisation has sent to its provider: hashes of distinctive values,
 * under a key that lives and dies with the process, for an hour or two. No value is kept. A value that the provider's
 * tools gave out before anybody sent it is theirs; one that two organisations have sent is nobody's.
 */
export class CallerTraces {
  readonly #key: string;
  /** Hash of a value → the organisation that alone has sent it. */
  readonly #sent: Generations<string>;
  /** Hashes of what tools gave out before anybody sent it. */
  readonly #theirs: Generations<true>;

  constructor(random: Pick<Random, 'token'>) {
    this.#key = random.token(32);
    this.#sent = new Generations(maxKept, keptMs);
    this.#theirs = new Generations(maxKept, keptMs);
  }

  /** Remembers what a caller sends. */
  sent({ providerId, callerId }: Exchange, input: unknown, now: number): void {
    for (const { value } of valuesIn(input, maxSent)) {
      const hash = this.#hash(providerId, value);
      if (this.#theirs.get(hash, now) === true) continue;
      const sender = this.#sent.get(hash, now) ?? callerId;
      this.#sent.set(hash, sender === callerId ? callerId : everybody, now);
    }
  }

  /** What of an output only others have sent; one sign at most. What nobody has sent is the tool's own from now on. */
  shown({ providerId, callerId }: Exchange, output: unknown, now: number): Sign[] {
    let found: Sign | undefined;
    for (const { value, path } of valuesIn(output, maxShown)) {
      const hash = this.#hash(providerId, value);
      const sender = this.#sent.get(hash, now);
      if (sender === undefined) this.#theirs.set(hash, true, now);
      else if (sender !== everybody && sender !== callerId && sender !== providerId && callerId !== providerId)
        found ??= {
          rule: 'other-callers-data',
          kind: 'other-callers-data',
          weight,
          path,
          excerpt: `a value of ${value.length} characters that only another organisation has sent; it is not kept`,
        };
    }
    return found === undefined ? [] : [found];
  }

  #hash = (providerId: string, value: string): string =>
    digestText(`${this.#key}\n${providerId}\n${value.toLowerCase()}`).slice(-hashDigits);
}

function valuesIn(json: unknown, most: number): { value: string; path: string }[] {
  let found: Map<string, string> | undefined;
  let room = maxScanned;
  visitValueTexts(json, { minName: Number.POSITIVE_INFINITY }, ({ text, path }) => {
    for (const value of text.length < shortest ? nothing : distinctiveIn(text.slice(0, room))) {
      found ??= new Map();
      if (!found.has(value)) found.set(value, path);
      if (found.size === most) return false;
    }
    room -= text.length;
    return room > 0;
  });
  return found === undefined ? [] : [...found].map(([value, path]) => ({ value, path }));
}

const nothing: readonly string[] = [];
