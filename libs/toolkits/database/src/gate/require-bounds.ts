import { QueryRefusal } from '../query-refusal.js';
import type { GatedQuery, QueryBounds } from './bounds.js';

/** Joins, depth and SELECTs within the bounds. */
export function requireBounds(
  { joins, depth, selects }: Pick<GatedQuery, 'joins' | 'depth'> & { readonly selects: number },
  { maxJoins, maxDepth, maxSelects }: QueryBounds,
): void {
  const report = { joins, maxJoins, depth, maxDepth, selects, maxSelects };
  if (joins > maxJoins)
    throw new QueryRefusal('query_too_complex', `${joins} joins; at most ${maxJoins} are allowed.`, report);
  if (depth > maxDepth)
    throw new QueryRefusal('query_too_complex', `Subqueries are ${depth} deep; at most ${maxDepth}.`, report);
  if (selects > maxSelects)
    throw new QueryRefusal('query_too_complex', `${selects} SELECTs; at most ${maxSelects}.`, report);
}
