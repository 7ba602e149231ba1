import { type Share, wilson } from '@assay/kernel';
import { groupedPath } from './compare-outputs.js';
import type { CaseAttempt, CaseOutcome, EvaluatedCase, KeptDifference } from './evaluation.js';

export type EvaluationVerdict = 'equivalent' | 'different' | 'better' | 'worse' | 'inconclusive';

export interface SideReport {
  readonly calls: number;
  readonly succeeded: Share | null;
  readonly schemaValid: Share | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly costUsd: number | null;
  /** Mean of a result. */
  readonly tokens: number | null;
}

export interface DifferenceGroup extends Pick<KeptDifference, 'kind' | 'path' | 'withinTolerance'> {
  readonly calls: number;
  readonly example: { readonly case: string; readonly before?: string; readonly after?: string };
}

export interface EvaluationReport {
  readonly tool: SideReport;
  readonly against: SideReport;
  readonly outcomes: Readonly<Record<CaseOutcome, number>>;
  readonly different: Share | null;
  readonly differences: readonly DifferenceGroup[];
  readonly verdict: EvaluationVerdict;
  readonly reasons: readonly string[];
}

/** Fewer calls answered by both say too little for "equivalent": 0 of 20 may still be 16 %. */
const minCompared = 20;
const maxGroups = 50;
/** One-sided: the probability that chance alone makes one side fail more often. */
const significance = 0.05;

/** What the cases of an evaluation show together. */
export function evaluationReport(cases: readonly EvaluatedCase[]): EvaluationReport {
  const outcomes = countOutcomes(cases);
  const counted = cases.filter(({ outcome }) => outcome !== 'left_out');
  const compared = outcomes.same + outcomes.within_tolerance + outcomes.different;
  const different = wilson(outcomes.different, compared);
  return {
    tool: sideReport(counted.flatMap(({ tool }) => tool ?? [])),
    against: sideReport(counted.flatMap(({ against }) => against ?? [])),
    outcomes,
    different,
    differences: groupsOf(counted),
    ...verdictOf(outcomes, compared, different),
  };
}

function countOutcomes(cases: readonly EvaluatedCase[]): Record<CaseOutcome, number> {
  const counts: Record<CaseOutcome, number> = {
    same: 0,
    within_tolerance: 0,
    different: 0,
    only_tool: 0,
    only_against: 0,
    both_failed: 0,
    left_out: 0,
  };
  for (const { outcome } of cases) counts[outcome] += 1;
  return counts;
}

function sideReport(attempts: readonly CaseAttempt[]): SideReport {
  const judged = attempts.filter(({ failed }) => failed !== undefined);
  const typed = attempts.filter(({ schemaValid }) => schemaValid !== null);
  const times = attempts.filter(({ failed }) => failed === false).map(({ ms }) => ms);
  const costs = attempts.flatMap(({ costUsd }) => costUsd ?? []);
  const tokens = attempts.flatMap((it) => it.tokens ?? []);
  const valid = typed.filter(({ schemaValid }) => schemaValid).length;
  return {
    calls: attempts.length,
    succeeded: wilson(judged.filter(({ failed }) => failed === false).length, judged.length),
    schemaValid: wilson(valid, typed.length),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    costUsd: costs.length === 0 ? null : sum(costs),
    tokens: tokens.length === 0 ? null : Math.round(sum(tokens) / tokens.length),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, it) => total + it, 0);

/** Nearest rank. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

function groupsOf(cases: readonly EvaluatedCase[]): DifferenceGroup[] {
  const groups = new Map<string, { calls: number; of: KeptDifference; name: string }>();
  for (const { name, differences } of cases) {
    const seen = new Set<string>();
    for (const it of differences) {
      const key = `${it.kind} ${it.withinTolerance} ${groupedPath(it.path)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { calls: 1, of: it, name });
      else known.calls += 1;
    }
  }
  return [...groups.values()]
    .sort((a, b) => Number(a.of.withinTolerance) - Number(b.of.withinTolerance) || b.calls - a.calls)
    .slice(0, maxGroups)
    .map(({ calls, of: { kind, path, withinTolerance, before, after }, name }) => ({
      ...{ kind, path: groupedPath(path), withinTolerance, calls },
      example: { case: name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    }));
}

type Verdict = Pick<EvaluationReport, 'verdict' | 'reasons'>;

function verdictOf(outcomes: Record<CaseOutcome, number>, compared: number, different: Share | null): Verdict {
  const { only_tool: lost, only_against: gained } = outcomes;
  const reasons: string[] = [];
  if (lost > 0)
    reasons.push(`${plural(lost, 'call')} that the first answers ${lost === 1 ? 'fails' : 'fail'} with the second.`);
  if (gained > 0)
    reasons.push(
      `${plural(gained, 'call')} that the second answers ${gained === 1 ? 'fails' : 'fail'} with the first.`,
    );
  if (different !== null && different.value > 0)
    reasons.push(
      `${outcomes.different} of ${plural(compared, 'compared output')} ${outcomes.different === 1 ? 'differs' : 'differ'} (${percent(different.low)} to ${percent(different.high)}).`,
    );
  if (outcomes.left_out > 0) reasons.push(`${plural(outcomes.left_out, 'call')} left out.`);
  if (signTest(lost, gained) <= significance) return { verdict: 'worse', reasons };
  if (signTest(gained, lost) <= significance) return { verdict: 'better', reasons };
  if (lost + gained + outcomes.different > 0) return { verdict: 'different', reasons };
  if (different === null) return { verdict: 'inconclusive', reasons: [...reasons, 'No call was answered by both.'] };
  const found = `No difference in ${plural(compared, 'compared output')}`;
  if (compared < minCompared)
    return {
      verdict: 'inconclusive',
      reasons: [...reasons, `${found}: with so few, up to ${percent(different.high)} of calls may differ.`],
    };
  return {
    verdict: 'equivalent',
    reasons: [...reasons, `${found} (at most ${percent(different.high)} of calls differ).`],
  };
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * The probability that chance alone gives at least `more` of `more + fewer` to one side when both are equally likely: the
 * exact sign test. 1 when there is nothing.
 */
export function signTest(more: number, fewer: number): number {
  const all = more + fewer;
  if (more <= fewer) return 1;
  let term = 0.5 ** all;
  let total = 0;
  for (let count = 0; count <= all; count += 1) {
    if (count >= more) total += term;
    term = (term * (all - count)) / (count + 1);
  }
  return Math.min(1, total);
}
