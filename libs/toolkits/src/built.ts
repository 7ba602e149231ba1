import { fileURLToPath } from 'node:url';

/** A built program of this package; from sources and from the built package alike, since `src` and `dist` are neighbours. */
export const built = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
