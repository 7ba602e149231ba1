/** When a fan-out is done (SPEC section 6, document 004 section 14.1.4). */
export type Join =
  | { readonly kind: 'all' }
  /** ⌈share·branches⌉ successes; 0 < share ≤ 1. */
  | { readonly kind: 'quorum'; readonly share: number }
  | { readonly kind: 'first' }
  /** The best of the successes that are in by the deadline; of equals the earlier branch. */
  | { readonly kind: 'best' };

/** How the branches of a fan-out stand. */
export interface Standing {
  readonly branches: number;
  readonly succeeded: number;
  readonly failed: number;
}

export type Verdict = 'open' | 'won' | 'lost';

/** What a join does. A join that is added needs a rule here, and a reader in `notations/chain.ts`. */
interface JoinRule<J extends Join> {
  /** Successes that it needs. */
  needed(join: J, branches: number): number;
  /** Whether no branch is given up. */
  readonly needsEvery: boolean;
  /** Whether it waits for every branch that may still be better; at the deadline it takes what is in. */
  readonly compares: boolean;
  /** What it gives: every success by the name of its branch, or one of them. */
  readonly gives: 'successes' | 'one';
  /** As messages call it. */
  words(join: J): string;
}

const rules: { readonly [K in Join['kind']]: JoinRule<Extract<Join, { readonly kind: K }>> } = {
  all: {
    needed: (_join, branches) => branches,
    needsEvery: true,
    compares: false,
    gives: 'successes',
    words: () => 'all',
  },
  quorum: {
    needed: ({ share }, branches) => ceilOfShare(share, branches),
    needsEvery: false,
    compares: false,
    gives: 'successes',
    words: ({ share }) => `a quorum of ${share}`,
  },
  first: { needed: () => 1, needsEvery: false, compares: false, gives: 'one', words: () => 'first' },
  best: { needed: () => 1, needsEvery: false, compares: true, gives: 'one', words: () => 'best' },
};

const ruleOf = (join: Join): JoinRule<Join> => rules[join.kind] as JoinRule<Join>;

/** Successes that a join needs. */
export const needed = (join: Join, branches: number): number => ruleOf(join).needed(join, branches);

/** Ends of branches that decide a join when all succeed. */
export const decidingEnds = (join: Join, branches: number): number =>
  ruleOf(join).compares ? branches : needed(join, branches);

/** Whether no branch is given up before it ends. */
export const waitsForAll = (join: Join): boolean => ruleOf(join).compares || ruleOf(join).needsEvery;

/** Whether a join fails with any of its branches. */
export const needsEvery = (join: Join): boolean => ruleOf(join).needsEvery;

/** Whether a join gives its successes by name; otherwise it gives one of them. */
export const givesByName = (join: Join): boolean => ruleOf(join).gives === 'successes';

export const joinWords = (join: Join): string => ruleOf(join).words(join);

/** Decided, either way, as soon as it can be. */
export function verdictOf(join: Join, { branches, succeeded, failed }: Standing): Verdict {
  const left = branches - succeeded - failed;
  if (ruleOf(join).compares) return left > 0 ? 'open' : succeeded > 0 ? 'won' : 'lost';
  const enough = needed(join, branches);
  if (succeeded >= enough) return 'won';
  return succeeded + left < enough ? 'lost' : 'open';
}

/** At the deadline: what is in has to do. */
export const verdictAtDeadline = (join: Join, { succeeded }: Standing): Verdict =>
  ruleOf(join).compares && succeeded > 0 ? 'won' : 'lost';

/**
 * ⌈share·count⌉, exactly: the share is taken as the decimal number it is written as, since 0.55·100 is more than 55 in
 * binary floating point.
 */
export function ceilOfShare(share: number, count: number): number {
  const [digits = '0', exponent = '0'] = String(share).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  const places = fraction.length - Number(exponent);
  const top = BigInt(whole + fraction) * BigInt(count);
  if (places <= 0) return Number(top * 10n ** BigInt(-places));
  const bottom = 10n ** BigInt(places);
  return Number((top + bottom - 1n) / bottom);
}
