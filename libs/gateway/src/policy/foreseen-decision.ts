import { consequenceOf, decideBy, explained, type PolicyDecision, type Statement } from './policy-decision.js';
import type { HeldStatements } from './policy-engine.js';

/** What policies say of a call before its arguments are known. */
export interface ForeseenDecision extends Pick<PolicyDecision, 'policies' | 'why'> {
  readonly verdict: PolicyDecision['verdict'] | 'DEPENDS';
}

export interface ForeseenBy {
  /** Statements that look at no argument, and which of them hold. */
  readonly known: readonly Statement[];
  readonly held: HeldStatements;
  /** Statements that look at arguments and may hold for some. */
  readonly possible: readonly Statement[];
}

/**
 * The verdict for every argument there may be, or `DEPENDS` when arguments decide: they may bring about the only permit, a
 * denial, or an approval that is not needed anyhow. Sound: what is not `DEPENDS` holds for all arguments.
 */
export function foresee({ known, held, possible }: ForeseenBy): ForeseenDecision {
  const certain = decideBy(known, held);
  const isPermitted = known.some(({ effect, id }) => effect === 'permit' && held.held.has(id));
  const isForbidden = certain.verdict === 'DENY' && certain.policies.length > 0;
  if (isForbidden) return certain;
  const deciding = possible.filter((it) => {
    if (it.effect === 'permit') return !isPermitted;
    const consequence = consequenceOf(it, false, 'call');
    return consequence === 'deny' || (consequence === 'approval' && certain.verdict !== 'REQUIRE_APPROVAL');
  });
  // Without any permit, forbids have nothing to take away.
  const isOpen = isPermitted || deciding.some(({ effect }) => effect === 'permit');
  return deciding.length === 0 || !isOpen ? certain : depending(deciding);
}

function depending(deciding: readonly Statement[]): ForeseenDecision {
  const sorted = [...deciding].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    verdict: 'DEPENDS',
    policies: sorted.map(({ id, version }) => ({ id, version })),
    why: `depends on the arguments: ${sorted.map((it) => `${it.id}${explained(it, undefined)}`).join('; ')}`,
  };
}
