import type { PolicyVerdict } from '@assay/contracts';
import { digestJson } from '@assay/kernel';
import type { FailedStatement, HeldStatements, Obligation } from './policy-engine.js';

/** What policies decide of a call. An approval is good for the digest: unrelated policies may change meanwhile. */
export interface PolicyDecision {
  readonly verdict: PolicyVerdict;
  /** Those that decided, sorted. */
  readonly policies: readonly { readonly id: string; readonly version: number }[];
  /** SHA-256 of the text of those that decided. */
  readonly digest: string;
  /** A sentence, for people. */
  readonly why: string;
  /** What could not be evaluated. */
  readonly failed: readonly FailedStatement[];
  /** What replaces a denial; absent when nothing does. The strictest of those that apply. */
  readonly obligation?: Obligation;
  /** Of a required approval: a policy that asks for it accepts no consent in advance. */
  readonly excludesStanding?: boolean;
  /** Classes of findings to mask, whatever else is decided; absent when none are. */
  readonly masks?: readonly string[] | 'all';
}

/** One Cedar policy in force. */
export interface Statement {
  /** `id` of the policies it stands in, or `id#name` where there are several of them. */
  readonly id: string;
  readonly version: number;
  readonly effect: 'permit' | 'forbid';
  /** Of a forbid: a person may approve the call. */
  readonly asksApproval: boolean;
  /** Of a forbid that asks for approval: consent in advance does not count. */
  readonly excludesStanding?: boolean;
  /** Of a forbid: what happens in place of its denial. */
  readonly obligation?: Obligation | null;
  /** Classes of findings it names. */
  readonly classes?: readonly string[];
  /** Its `@reason`. */
  readonly reason: string | null;
  readonly text: string;
}

/**
 * The verdict, from the statements that hold for a call and those that could not be evaluated. DENY beats
 * REQUIRE_APPROVAL beats ALLOW, in whatever order they stand. A forbid that cannot be evaluated counts as holding, a
 * permit does not: what goes wrong never allows anything. Without a permit that holds a call is denied, and no approval
 * makes up for it. An obligation replaces the denial of its forbid; masking applies beside an approval, too.
 */
export function decideBy(
  statements: readonly Statement[],
  { held, failed }: HeldStatements,
  action: 'call' | 'return' = 'call',
): PolicyDecision {
  const broken = new Set(failed.map((it) => it.id));
  const isIn = (set: ReadonlySet<string>) => (it: Statement) => set.has(it.id);
  const forbids = statements.filter((it) => it.effect === 'forbid' && (held.has(it.id) || isIn(broken)(it)));
  const consequence = (it: Statement) => consequenceOf(it, broken.has(it.id), action);
  const denying = forbids.filter((it) => consequence(it) === 'deny');
  if (denying.length > 0) return { ...decision('DENY', denying, failed, 'denied by'), ...obligationOf(denying) };
  const permits = statements.filter((it) => it.effect === 'permit' && held.has(it.id) && !isIn(broken)(it));
  if (permits.length === 0 && action === 'call') return decision('DENY', [], failed, 'no policy allows it');
  const masking = forbids.filter((it) => consequence(it) === 'mask');
  const masks = masking.length === 0 ? {} : { masks: classesOf(masking) };
  const asking = forbids.filter((it) => consequence(it) === 'approval');
  if (asking.length > 0)
    return {
      ...decision('REQUIRE_APPROVAL', asking, failed, 'needs approval by'),
      ...obligationOf(asking),
      ...(asking.some((it) => it.excludesStanding === true) && { excludesStanding: true }),
      ...masks,
    };
  if (masking.length > 0)
    return { ...decision('ALLOW', masking, failed, 'allowed, masked by'), obligation: 'mask', ...masks };
  return decision('ALLOW', permits, failed, permits.length === 0 ? 'no policy forbids it' : 'allowed by');
}

/** What follows from a forbid that holds. What it would mask is not known when it could not be evaluated. */
export function consequenceOf(
  { obligation, asksApproval }: Statement,
  isBroken: boolean,
  action: 'call' | 'return',
): 'deny' | 'approval' | 'mask' {
  if (obligation === 'mask' && !isBroken) return 'mask';
  if (asksApproval || obligation === 'require_approval') return 'approval';
  return obligation !== undefined && obligation !== null && action === 'return' ? 'approval' : 'deny';
}

function obligationOf(by: readonly Statement[]): Pick<PolicyDecision, 'obligation'> {
  if (by.some((it) => it.obligation === 'withhold')) return { obligation: 'withhold' };
  return by.some((it) => it.obligation === 'require_approval') ? { obligation: 'require_approval' } : {};
}

/** A policy that names no class masks everything that was found. */
function classesOf(masking: readonly Statement[]): readonly string[] | 'all' {
  const named = masking.map((it) => it.classes ?? []);
  return named.some((it) => it.length === 0) ? 'all' : [...new Set(named.flat())];
}

/** The decision when policies cannot be read at all. */
export const undecidable = (why: string): PolicyDecision => ({
  verdict: 'DENY',
  policies: [],
  digest: digestJson([]),
  why,
  failed: [],
});

function decision(
  verdict: PolicyVerdict,
  by: readonly Statement[],
  failed: readonly FailedStatement[],
  what: string,
): PolicyDecision {
  const sorted = [...by].sort((a, b) => (a.id < b.id ? -1 : 1));
  const failures = new Map(failed.map((it) => [it.id, it.message]));
  const named = sorted.map((it) => `${it.id}${explained(it, failures.get(it.id))}`).join('; ');
  return {
    verdict,
    policies: sorted.map(({ id, version }) => ({ id, version })),
    digest: digestJson(sorted.map(({ id, text }) => ({ id, text }))),
    why: named === '' ? what : `${what} ${named}`,
    failed: [...failed].sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

export const explained = ({ reason }: Statement, failure: string | undefined): string => {
  if (failure !== undefined) return ` (it could not be evaluated: ${failure})`;
  return reason === null ? '' : ` (${reason})`;
};
