import type { ResolutionWay, Tolerance } from '@assay/contracts';
import { canonicalJson } from '@assay/kernel';
import { agree } from './agree.js';
import type { Conflict, SourceClaim } from './compare-facts.js';

/** The claim that stands, and why. */
export interface Resolution {
  readonly by: ResolutionWay;
  readonly claim: SourceClaim;
  readonly why: string;
}

/** Trust that differs by less is no reason to believe the one rather than the other. */
export const authorityMargin = 0.05;

/** In an order that does not depend on who was asked first. */
const inOrder = (a: SourceClaim, b: SourceClaim): number => {
  const [left, right] = [canonicalJson([a.value, a.source]), canonicalJson([b.value, b.source])];
  return b.authority - a.authority || (left < right ? -1 : left > right ? 1 : 0);
};

const isAgreed = (a: SourceClaim, b: SourceClaim, tolerance: Tolerance): boolean => agree(a.value, b.value, tolerance);

/**
 * The claim with which more than half of all claims agree, itself included: exactly half is none. Agreement is not
 * transitive, so that two claims that do not agree may each have that many behind them: then the one with more stands,
 * and none when they have as many.
 */
export function byMajority({ claims, rule: { tolerance } }: Conflict): Resolution | undefined {
  const counted = [...claims].sort(inOrder).map((claim) => ({
    claim,
    votes: claims.filter((it) => isAgreed(it, claim, tolerance)).length,
  }));
  const limit = Math.max(...counted.map(({ votes }) => votes));
  const leading = counted.filter(({ votes }) => votes === limit);
  const [first] = leading;
  if (first === undefined || 2 * limit <= claims.length) return undefined;
  if (!leading.every(({ claim }) => isAgreed(claim, first.claim, tolerance))) return undefined;
  return { by: 'majority', claim: first.claim, why: `${limit} of ${claims.length} tools agree` };
}

/** The claim of the most trusted source, when it is clearly more trusted than every source that does not agree. */
export function byAuthority({ claims, rule: { tolerance } }: Conflict): Resolution | undefined {
  const [first, ...rest] = [...claims].sort(inOrder) as [SourceClaim, ...SourceClaim[]];
  const against = rest.filter((it) => !isAgreed(it, first, tolerance));
  if (against.some(({ authority }) => first.authority - authority < authorityMargin)) return undefined;
  return {
    by: 'authority',
    claim: first,
    why: `${first.source} is trusted most, at ${first.authority.toFixed(2)}`,
  };
}

/** The claim that says of itself to be the latest, when every claim says when it was so. */
export function byFreshness({ claims, rule: { tolerance } }: Conflict): Resolution | undefined {
  const dated = claims.flatMap((claim) => (claim.asOf === undefined ? [] : [{ claim, asOf: claim.asOf }]));
  if (dated.length < claims.length) return undefined;
  const latest = Math.max(...dated.map(({ asOf }) => asOf));
  const [first, ...rest] = dated
    .filter(({ asOf }) => asOf === latest)
    .map(({ claim }) => claim)
    .sort(inOrder);
  if (first === undefined || !rest.every((it) => isAgreed(it, first, tolerance))) return undefined;
  return { by: 'freshness', claim: first, why: `it is of ${new Date(latest).toISOString()}, later than the others` };
}

const ways: Partial<Record<ResolutionWay, (conflict: Conflict) => Resolution | undefined>> = {
  majority: byMajority,
  authority: byAuthority,
  freshness: byFreshness,
};

/** Resolves a conflict one way, where counting, trust or time can; does not depend on the order of the claims. */
export const resolveBy = (way: ResolutionWay, conflict: Conflict): Resolution | undefined => ways[way]?.(conflict);
