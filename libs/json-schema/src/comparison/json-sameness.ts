/**
 * Whether two JSON values are equal, whatever the order of members. Remembers pairs of objects it has compared, so that
 * asking again for every part of two documents costs no more than asking once for the whole.
 */
export class JsonSameness {
  readonly #known = new Map<object, Map<object, boolean>>();
  /** Asked of every member that is equal: whether its name and value are to count as equal. */
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
