/** Listing the members of an object of so many takes about a millisecond, and of a hundred times as many 100 ms. */
export const wideFrom = 4_096;

const names = new WeakMap<object, readonly string[]>();

/** Keeps the names of a wide object's members, which whoever builds it knows. From now on it must not change. */
export const rememberNames = (wide: object, all: readonly string[]): void => void names.set(wide, all);

/** The names of a wide object that were kept. */
export const keptNames = (value: object): readonly string[] | undefined => names.get(value);

/** The names of an object's members, without the time it takes to list those of a wide one. */
export const memberNames = (value: object): readonly string[] => names.get(value) ?? Object.keys(value);
