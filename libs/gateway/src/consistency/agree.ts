import type { Tolerance } from '@assay/contracts';
import { canonicalJson } from '@assay/kernel';

/** Letters and digits of a text in one case, composed alike, a space between words. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Texts of more characters are alike only when they are equal: comparing takes time by their length. */
export const maxFuzzy = 2_000;

/**
 * How alike two texts are, in [0, 1], whatever their case, punctuation and spacing: Sørensen and Dice's coefficient over
 * pairs of neighbouring characters, each pair as often as it occurs: 2·|A∩B| / (|A| + |B|).
 */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length > maxFuzzy || b.length > maxFuzzy) return 0;
  const [left, right] = [plain(a), plain(b)];
  if (left === right) return 1;
  if (left.length < 2 || right.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let at = 1; at < left.length; at += 1) {
    const pair = left.slice(at - 1, at + 1);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 1; at < right.length; at += 1) {
    const pair = right.slice(at - 1, at + 1);
    const left = counts.get(pair) ?? 0;
    if (left === 0) continue;
    counts.set(pair, left - 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length - 2);
}

/**
 * Whether two values of one field agree. `exact` is equality of JSON; a numeric tolerance holds for numbers and `fuzzy`
 * for texts, anything else has to be equal. Symmetric and reflexive; not transitive unless exact.
 */
export function agree(a: unknown, b: unknown, tolerance: Tolerance): boolean {
  if (canonicalJson(a) === canonicalJson(b)) return true;
  if (tolerance === 'exact') return false;
  if ('fuzzy' in tolerance) return typeof a === 'string' && typeof b === 'string' && likeness(a, b) >= tolerance.fuzzy;
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  const limit = 'absolute' in tolerance ? tolerance.absolute : tolerance.relative * Math.max(Math.abs(a), Math.abs(b));
  return Math.abs(a - b) <= limit;
}
