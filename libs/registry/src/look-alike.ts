import { LookAlikeKeys } from './look-alike-keys.js';

/** An existing name: a namespace (`acme`), or a tool (`acme/orders.create`). */
export interface KnownName {
  readonly name: string;
  /** Calls so far. */
  readonly uses: number;
  /** Proven to belong to a domain, or official: well known regardless of its use. */
  readonly proven?: boolean;
}

export interface LookAlike {
  /** The well-known name. */
  readonly name: string;
  /** `confusable`: looks the same. `one-edit`: one letter inserted, deleted or substituted, or two swapped. */
  readonly reason: 'confusable' | 'one-edit';
}

/**
 * A name with this many calls is worth imitating. A tool needs as many to leave the sandbox (SPEC section 3): below it
 * strangers could not call the tool, so that nobody would mistake another for it.
 */
export const wellUsedCalls = 100;

/** Shorter parts are one edit away from too many others: they are compared by appearance only. */
const minEdited = 4;

export const isWellKnown = ({ uses, proven = false }: KnownName): boolean => proven || uses >= wellUsedCalls;

/**
 * The well-known names that `name` resembles, without itself. Names with a different number of parts are never alike.
 * Each part (before and after the slash) must be the same or alike; an edit is allowed in one of them only. A linear
 * search over `existing`; frequent callers use a LookAlikeIndex.
 */
export const lookAlikes = (name: string, existing: Iterable<KnownName>): LookAlike[] =>
  [...existing].filter(isWellKnown).flatMap((known) => likeness(name, known.name) ?? []);

/** The same results from an index, in a time almost independent of the number of names. */
export class LookAlikeIndex {
  readonly #names: readonly string[];
  readonly #keys: LookAlikeKeys;

  constructor(existing: Iterable<KnownName>) {
    this.#names = [...existing].filter(isWellKnown).map((it) => it.name);
    this.#keys = new LookAlikeKeys(this.#names.map(partsOf), minEdited);
  }

  of(name: string): LookAlike[] {
    const near = this.#keys.near(partsOf(name));
    return near.flatMap((index) => likeness(name, this.#names[index] as string) ?? []);
  }
}

interface Part {
  /** In lower case. */
  readonly folded: string;
  readonly skeleton: string;
}

const partsOf = (name: string): Part[] =>
  name.split('/').map((part) => ({ folded: part.toLowerCase(), skeleton: skeletonOf(part) }));

/** Undefined when the two are the same, or clearly distinct. */
function likeness(name: string, known: string): LookAlike | undefined {
  const [mine, theirs] = [name.split('/'), known.split('/')];
  if (name === known || mine.length !== theirs.length) return undefined;
  const kinds = mine.map((part, index) => partLikeness(part, theirs[index] as string));
  const edited = kinds.filter((it) => it === 'one-edit').length;
  if (kinds.includes('other') || edited > 1) return undefined;
  return { name: known, reason: edited === 1 ? 'one-edit' : 'confusable' };
}

function partLikeness(a: string, b: string): 'same' | LookAlike['reason'] | 'other' {
  if (a === b) return 'same';
  const short = Math.min(a.length, b.length) < minEdited;
  if (short) return glyphsOf(a) === glyphsOf(b) ? 'confusable' : 'other';
  if (skeletonOf(a) === skeletonOf(b)) return 'confusable';
  return isOneEdit(a.toLowerCase(), b.toLowerCase()) ? 'one-edit' : 'other';
}

const glyphs: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', rn: 'm', vv: 'w' };

/** The visual skeleton of a part: characters that look the same are mapped to one. */
const glyphsOf = (part: string): string =>
  part.toLowerCase().replaceAll(/rn|vv|[01i5]/g, (found) => glyphs[found] as string);

/** As `glyphsOf`, without separators and doubled letters, which the eye passes over in longer names. */
export const skeletonOf = (part: string): string =>
  glyphsOf(part)
    .replaceAll(/[-_.]/g, '')
    .replaceAll(/(.)\1+/g, '$1');

/**
 * Whether `a` and `b`, which differ, are one insertion, deletion, substitution or transposition apart. Decided by the
 * rest between the common prefix and the common suffix.
 */
export function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const room = Math.min(a.length, b.length) - start;
  while (end < room && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return left !== right;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
