/**
 * Compares two JSON values regardless of member order. Compared pairs of objects are cached, so that comparing every
 * part of two documents costs no more than comparing the whole once.
 */
export class JsonSameness {
  readonly #known = new Map<object, Map<object, boolean>>();
  /** Called for every equal member: whether its name and value count towards equality. */
  readonly #counts: (key: string) => boolean;

  constructor(counts: (key: string) => boolean = () => true) {
    this.#counts = counts;
  }

  same(a: unknown, b: unknown): boolean {
    if (a === b && (typeof a !== 'object' || a === null)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    const known = this.#known.get(a)?.get(b);
    if (known !== undefined) return known;
    const answer = this.#sameMembers(a, b);
    const row = this.#known.get(a) ?? new Map<object, boolean>();
    this.#known.set(a, row.set(b, answer));
    return answer;
  }

  #sameMembers(a: object, b: object): boolean {
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const one = a as Readonly<Record<string, unknown>>;
    const other = b as Readonly<Record<string, unknown>>;
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length) return false;
    return keys.every((key) => Object.hasOwn(other, key) && this.same(one[key], other[key]) && this.#counts(key));
  }
}
