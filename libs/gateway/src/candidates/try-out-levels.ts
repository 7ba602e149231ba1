import type { Caller } from '@assay/identity';
import type { CandidateLevel, Hierarchy } from '../hierarchies/hierarchy.js';
import type { FallbackLevel } from '../resilience/fallback-level.js';
import { type CandidatePlace, candidateOf } from './candidate.js';
import type { CandidateBook } from './candidate-book.js';

export interface TryOut {
  readonly caller: Caller;
  readonly session: string | undefined;
  readonly book: Pick<CandidateBook, 'markOf'>;
  /** A level as it is for the caller; undefined when it sees no such tool. */
  readonly levelOf: (level: CandidateLevel) => FallbackLevel | undefined;
}

export const placeOfHierarchy = ({ id, capability, organisationId, changedBy }: Hierarchy): CandidatePlace => ({
  key: `fallback ${id}`,
  label: capability,
  organisationId,
  ownerId: changedBy,
});

/**
 * The levels of a call by capability with the candidates of its hierarchy: a canary goes before the first level, which
 * takes over when it fails; a shadow goes beside it.
 */
export function tryOutLevels(
  hierarchy: Hierarchy,
  levels: readonly FallbackLevel[],
  { caller, session, book, levelOf }: TryOut,
): readonly FallbackLevel[] {
  const [primary, ...rest] = levels;
  const { candidates = [] } = hierarchy;
  if (primary?.level !== 1 || candidates.length === 0) return levels;
  const place = placeOfHierarchy(hierarchy);
  const shadow = candidates.find((it) => it.shadow !== undefined);
  const beside = shadow && { shadow: { candidate: candidateOf(shadow, place), mapping: shadow.mapping } };
  const canary = candidates.find((it) => it.canary !== undefined);
  const level = canary && levelOf(canary);
  const mark =
    canary === undefined || level === undefined || level.unfit !== undefined
      ? undefined
      : book.markOf(candidateOf(canary, place), caller.principalId, session);
  if (mark?.arm === 'candidate' && level !== undefined) return [{ ...level, candidate: mark }, primary, ...rest];
  return [{ ...primary, ...beside, ...(mark && { candidate: mark }) }, ...rest];
}
