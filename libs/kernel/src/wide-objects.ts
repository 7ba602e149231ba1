/** Listing this many members of an object takes about a millisecond; a hundred times as many takes 100 ms. */
export const wideFrom = 4_096;

const names = new WeakMap<object, readonly string[]>();

/** Caches the member names of a wide object, which its builder knows. The object must not change afterwards. */
export const rememberNames = (wide: object, all: readonly string[]): void => void names.set(wide, all);

/** The cached names of a wide object. */
export const keptNames = (value: object): readonly string[] | undefined => names.get(value);

/** The names of an object's members, from the cache for a wide one. */
export const memberNames = (value: object): readonly string[] => names.get(value) ?? Object.keys(value);

/** Builds an object member by member, as for a large one; the names of a wide one are cached. */
export class ObjectBuilder {
  readonly #members: Record<string, unknown> = {};
  readonly #names: string[] = [];

  /** For members with the same name, the last one counts. */
  put(name: string, value: unknown): void {
    if (!Object.hasOwn(this.#members, name)) this.#names.push(name);
    if (name !== '__proto__') this.#members[name] = value;
    else Object.defineProperty(this.#members, name, { value, writable: true, enumerable: true, configurable: true });
  }

  /** Returns the object, which must not change afterwards. */
  end(): Record<string, unknown> {
    if (this.#names.length >= wideFrom) rememberNames(this.#members, this.#names);
    return this.#members;
  }
}
