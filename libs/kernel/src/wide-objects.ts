/** Listing the members of an object of so many takes about a millisecond, and of a hundred times as many 100 ms. */
export const wideFrom = 4_096;

const names = new WeakMap<object, readonly string[]>();

/** Keeps the names of a wide object's members, which whoever builds it knows. From now on it must not change. */
export const rememberNames = (wide: object, all: readonly string[]): void => void names.set(wide, all);

/** The names of a wide object that were kept. */
export const keptNames = (value: object): readonly string[] | undefined => names.get(value);

/** The names of an object's members, without the time it takes to list those of a wide one. */
export const memberNames = (value: object): readonly string[] => names.get(value) ?? Object.keys(value);

/** An object that is built member by member, as a large one has to be; the names of a wide one are kept. */
export class ObjectBuilder {
  readonly #members: Record<string, unknown> = {};
  readonly #names: string[] = [];

  /** Of members with the same name the last one counts. */
  put(name: string, value: unknown): void {
    if (!Object.hasOwn(this.#members, name)) this.#names.push(name);
    if (name !== '__proto__') this.#members[name] = value;
    else Object.defineProperty(this.#members, name, { value, writable: true, enumerable: true, configurable: true });
  }

  /** The object. From now on it must not change. */
  end(): Record<string, unknown> {
    if (this.#names.length >= wideFrom) rememberNames(this.#members, this.#names);
    return this.#members;
  }
}
