/** `lineStart`, `line_start` and `line-start` are the same words. */
export const wordsOfName = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** A plain plural's singular, so that `content` and `contents` are one word. */
const singular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

/** Nearer is more; 0 is not near. Equal words 3; equal but for plurals or order 2; the words of one end the other's 1. */
function nearness(name: string, other: string): number {
  const [a, b] = [wordsOfName(name), wordsOfName(other)];
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join('') === b.join('')) return 3;
  const [plainA, plainB] = [a.map(singular), b.map(singular)];
  if ([...plainA].sort().join(' ') === [...plainB].sort().join(' ')) return 2;
  const [short, long] = plainA.length <= plainB.length ? [plainA, plainB] : [plainB, plainA];
  return long.slice(-short.length).join(' ') === short.join(' ') ? 1 : 0;
}

/**
 * Which of the names was meant, when one is plainly nearer than all others: the same words in another spelling, a plural,
 * or the same last words (`path` for `file_path`). Undefined when none is near, or two are as near.
 */
export function nearName(name: string, among: readonly string[]): string | undefined {
  let best: string | undefined;
  let nearest = 0;
  for (const other of among) {
    const near = nearness(name, other);
    if (near === 0 || near < nearest) continue;
    best = near > nearest ? other : undefined;
    nearest = near;
  }
  return best;
}

/** Whether two names are of the same words, in whatever spelling, number or order. */
export const isSameName = (name: string, other: string): boolean => nearness(name, other) > 1;
