import type { AuditRecordView, PolicyDecisionView } from '@assay/sdk';

/** Recorded calls of one principal to one version: policies without arguments decide them alike. */
export interface RecordedCalls {
  readonly principal: string;
  /** `ns/tool@version`. */
  readonly tool: string;
  readonly calls: number;
}

/** Calls by principal and version, the most frequent first. Records without a principal are not calls of members. */
export function groupCalls(records: readonly Pick<AuditRecordView, 'principal' | 'subject'>[]): RecordedCalls[] {
  const counts = new Map<string, RecordedCalls>();
  for (const { principal, subject } of records) {
    if (principal === null) continue;
    const key = `${principal} ${subject}`;
    counts.set(key, { principal, tool: subject, calls: (counts.get(key)?.calls ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.calls - a.calls);
}

type Verdict = PolicyDecisionView['verdict'];

export interface JudgedCalls extends RecordedCalls {
  readonly before: Verdict;
  readonly after: Verdict;
}

export interface DryRun {
  readonly calls: number;
  readonly denied: number;
  readonly asked: number;
  /** What would be decided otherwise than now. */
  readonly changes: readonly JudgedCalls[];
}

/** Totals under the new text, and what changes. */
export function summarise(judged: readonly JudgedCalls[]): DryRun {
  const sum = (of: readonly JudgedCalls[]) => of.reduce((total, { calls }) => total + calls, 0);
  return {
    calls: sum(judged),
    denied: sum(judged.filter(({ after }) => after === 'DENY')),
    asked: sum(judged.filter(({ after }) => after === 'REQUIRE_APPROVAL')),
    changes: judged.filter(({ before, after }) => before !== after),
  };
}
