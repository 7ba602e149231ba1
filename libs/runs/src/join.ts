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

/** Successes that a join needs. */
export function needed(join: Join, branches: number): number {
  switch (join.kind) {
    case 'all':
      return branches;
    case 'quorum':
      return ceilOfShare(join.share, branches);
    case 'first':
    case 'best':
      return 1;
  }
}

/** Decided, either way, as soon as it can be; `best` waits for every branch that may still be better. */
export function verdictOf(join: Join, { branches, succeeded, failed }: Standing): Verdict {
  const left = branches - succeeded - failed;
  if (join.kind === 'best') return left > 0 ? 'open' : succeeded > 0 ? 'won' : 'lost';
  const enough = needed(join, branches);
  if (succeeded >= enough) return 'won';
  return succeeded + left < enough ? 'lost' : 'open';
}

/** At the deadline: what is in has to do. */
export const verdictAtDeadline = (join: Join, { succeeded }: Standing): Verdict =>
  join.kind === 'best' && succeeded > 0 ? 'won' : 'lost';

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
