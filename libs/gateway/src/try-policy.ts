import type { PolicyTrial, TryPolicy } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { type Clock, dayMs, type Failure, fail, isoTime, ok, pausing, type Result } from '@assay/kernel';
import type { EvaluatePolicies } from './evaluate-policy.js';

/** Recorded calls of one principal to one version: policies without arguments decide them alike. */
export interface RecordedCallGroup {
  /** Null for callers without a key. */
  readonly principalId: string | null;
  /** `ns/tool@version`. */
  readonly tool: string;
  readonly calls: number;
}

export interface TryPoliciesPorts {
  /** Groups among the newest calls of an organisation since a time, the most frequent first. */
  readonly recorded: (
    organisationId: string,
    since: number,
    limits: { readonly calls: number; readonly groups: number },
  ) => Promise<readonly RecordedCallGroup[]>;
  readonly directory: Pick<Directory, 'principal'>;
  readonly evaluate: Pick<EvaluatePolicies, 'proposing'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** How much one trial reads and decides, and how many changes it names. */
export const trialLimits = Object.freeze({ calls: 100_000, groups: 1_000, changes: 200, days: 30 });

/** Decisions between two pauses in which other requests are answered. */
const perTurn = 50;

type Change = PolicyTrial['changes'][number];

/** What a text would have decided of recorded calls. Nothing is called or changed. */
export class TryPolicies {
  constructor(private readonly ports: TryPoliciesPorts) {}

  async run(asker: Caller, { id, text, days = trialLimits.days }: TryPolicy): Promise<Result<PolicyTrial, Failure>> {
    const { recorded, directory, evaluate, clock } = this.ports;
    if (asker.organisationId === null)
      return fail('unauthenticated', 'Calls are recorded per organisation: authenticate.');
    const judge = evaluate.proposing(asker, { id, text });
    if (!judge.ok) return judge;
    const since = clock.now() - days * dayMs;
    const groups = await recorded(asker.organisationId, since, trialLimits);
    const judged: Change[] = [];
    const pause = pausing(clock);
    for (const [index, { principalId, tool, calls }] of groups.entries()) {
      if (index % perTurn === perTurn - 1) await pause();
      const principal = principalId === null ? undefined : directory.principal(principalId)?.name;
      const verdicts = principal === undefined ? undefined : judge.value(principal, tool);
      if (principal !== undefined && verdicts !== undefined) judged.push({ principal, tool, calls, ...verdicts });
    }
    return ok({ ...summaryOf(judged, groups), since: isoTime(since) });
  }
}

const sum = (of: readonly { readonly calls: number }[]): number => of.reduce((total, { calls }) => total + calls, 0);

/** Totals under the new text, and what changes. */
function summaryOf(judged: readonly Change[], groups: readonly RecordedCallGroup[]) {
  return {
    calls: sum(judged),
    denied: sum(judged.filter(({ after }) => after === 'DENY')),
    asked: sum(judged.filter(({ after }) => after === 'REQUIRE_APPROVAL')),
    skipped: sum(groups) - sum(judged),
    changes: judged.filter(({ before, after }) => before !== after).slice(0, trialLimits.changes),
  };
}
