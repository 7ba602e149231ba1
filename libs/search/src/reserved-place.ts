/**
 * A place for what meaning finds. A request in other words than the right tool's own still shares some words with other tools,
 * and behind those the tool would never be seen, however near it is. So where words and meaning disagree about the best, the
 * nearest document that is not among the first five has the fifth place (decision 0215).
 */
const place = 4;

/** So many of the best, and of the nearest, have to be known. */
export const knownForPlace = place + 2;

interface Placed<Key> {
  readonly key: Key;
  readonly relevance: number;
}

/**
 * The document that has the place reserved for meaning, and the relevance that gives it the place, which is no less than it
 * has; undefined where it needs none.
 *
 * @param best the most relevant, best first
 * @param nearest those that are near at all, nearest first
 */
export function reservedPlace<Key>(best: readonly Placed<Key>[], nearest: readonly Key[]): Placed<Key> | undefined {
  const [before, after] = [best[place - 1], best[place]];
  // So few are seen anyway.
  if (before === undefined || after === undefined) return undefined;
  const first = new Set(best.slice(0, place + 1).map(({ key }) => key));
  const key = nearest.find((one) => !first.has(one));
  return key === undefined ? undefined : { key, relevance: (before.relevance + after.relevance) / 2 };
}
