import type { Random } from '@assay/kernel';

/** A tool that might be shown beside the best. */
export interface Unexplored {
  readonly id: string;
  /** Against the best, in [0,1]. */
  readonly relevance: number;
  /** How often it was shown before. */
  readonly shown: number;
}

/** At most so many tools are shown for a try, of so many that come next after those shown. */
export const maxExplored = 3;
export const explorable = 40;

/** How fast the chance falls with relevance: a tool of half the best's has a hundredth part of the best's chance at 8. */
const keenness = 8;

/**
 * Draws the tools to show for a try, without repetition: the more relevant the likelier, the oftener shown already the
 * less. They never take a place among the best. The draw is decided by the Random alone.
 */
export function explore<T extends Unexplored>(next: readonly T[], count: number, random: Random): T[] {
  const pool = next.slice(0, explorable);
  const best = pool[0]?.relevance ?? 0;
  const chances = pool.map(({ relevance, shown }) => Math.exp(keenness * (relevance - best)) / (1 + shown));
  const drawn: T[] = [];
  while (drawn.length < Math.min(count, maxExplored) && pool.length > 0) {
    const at = draw(chances, random);
    drawn.push(...pool.splice(at, 1));
    chances.splice(at, 1);
  }
  return drawn;
}

function draw(chances: readonly number[], random: Random): number {
  let left = fraction(random) * chances.reduce((sum, chance) => sum + chance, 0);
  for (let at = 0; at < chances.length - 1; at += 1) {
    left -= chances[at] as number;
    if (left < 0) return at;
  }
  return chances.length - 1;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** In [0,1), from the first digits of a token. */
const fraction = (random: Random): number =>
  [...random.token(6).slice(0, 5)].reduceRight((rest, digit) => (rest + Math.max(0, alphabet.indexOf(digit))) / 64, 0);
