/** One step of a JSON pointer (RFC 6901). */
export const pointerStep = (key: PropertyKey): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A path as a JSON pointer; empty for the whole document. */
export const pointerOf = (path: readonly PropertyKey[]): string => path.map(pointerStep).join('');
