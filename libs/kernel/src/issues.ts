import type { Issue } from '@assay/contracts';
import { pointerOf } from './json-pointer.js';
import { shapeWords } from './shape-words.js';

/** One problem as reported by a schema library; `keys` are the unknown members of an object. */
interface ShapeProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** One problem of a shape as issues with pointers; unknown members one by one, each reported as `unknown`. */
export function issuesOfShape({ path, message, keys = keysIn(message) }: ShapeProblem, unknown: string): Issue[] {
  if (keys.length > 0) return keys.map((key) => ({ path: pointerOf([...path, key]), message: unknown }));
  return [{ path: pointerOf(path), message: shapeWords(message) }];
}

/** The unknown members of an object within a union; the library reports them only inside its message. */
function keysIn(message: string): readonly string[] {
  const named = /^Unrecognized keys?: (".*")$/s.exec(message)?.[1];
  return named === undefined ? [] : named.slice(1, -1).split('", "');
}
