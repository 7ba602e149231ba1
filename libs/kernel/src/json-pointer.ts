/** One step of a JSON pointer (RFC 6901). */
export function pointerStep(key: PropertyKey): string {
  const text = String(key);
  return text.includes('~') || text.includes('/') ? `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${text}`;
}

/** A path as a JSON pointer; empty for the root. */
export const pointerOf = (path: readonly PropertyKey[]): string => path.map(pointerStep).join('');
