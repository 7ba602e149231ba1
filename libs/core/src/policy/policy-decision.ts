import type { PolicyVerdict } from '@assay/contracts';
import { digestJson } from '../kernel/digest.js';
import type { FailedStatement, HeldStatements } from './policy-engine.js';

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
}

/** One Cedar policy in force. */
export interface Statement {
  /** `id` of the policies it stands in, or `id#name` where there are several of them. */
  readonly id: string;
  readonly version: number;
  readonly effect: 'permit' | 'forbid';
  /** Of a forbid: a person may approve the call. */
  readonly asksApproval: boolean;
  /** Its `@reason`. */
  readonly reason: string | null;
  readonly text: string;
}

/**
 * The verdict, from the statements that hold for a call and those that could not be evaluated. DENY beats
 * REQUIRE_APPROVAL beats ALLOW, in whatever order they stand. A forbid that cannot be evaluated counts as holding, a
 * permit does not: what goes wrong never allows anything. Without a permit that holds a call is denied, and no approval
 * makes up for it.
 */
export function decideBy(statements: readonly Statement[], { held, failed }: HeldStatements): PolicyDecision {
  const broken = new Set(failed.map((it) => it.id));
  const isIn = (set: ReadonlySet<string>) => (it: Statement) => set.has(it.id);
  const forbids = statements.filter((it) => it.effect === 'forbid' && (held.has(it.id) || isIn(broken)(it)));
  const denying = forbids.filter((it) => !it.asksApproval);
  if (denying.length > 0) return decision('DENY', denying, failed, 'denied by');
  const permits = statements.filter((it) => it.effect === 'permit' && held.has(it.id) && !isIn(broken)(it));
  if (permits.length === 0) return decision('DENY', [], failed, 'no policy allows it');
  if (forbids.length > 0) return decision('REQUIRE_APPROVAL', forbids, failed, 'needs approval by');
  return decision('ALLOW', permits, failed, 'allowed by');
}

/** What stands in for a decision when policies cannot be read at all. */
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

const explained = ({ reason }: Statement, failure: string | undefined): string => {
  if (failure !== undefined) return ` (it could not be evaluated: ${failure})`;
  return reason === null ? '' : ` (${reason})`;
};
