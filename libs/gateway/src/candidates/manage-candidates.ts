import type { CandidateView } from '@assay/contracts';
import { type Caller, hasScope } from '@assay/identity';
import { type AuditLog, type Failure, fail, isoTime, ok, type Result } from '@assay/kernel';
import type { ManageToolsets } from '@assay/registry';
import type { ManageFallbacks } from '../hierarchies/manage-fallbacks.js';
import { type Candidate, candidateOf } from './candidate.js';
import type { CandidateBook } from './candidate-book.js';
import { type CandidateStore, type CandidateTotals, noCounts } from './candidate-store.js';
import { placeInToolset } from './choose-for-tool.js';
import { placeOfHierarchy } from './try-out-levels.js';

export interface ManageCandidatesPorts {
  readonly store: Pick<CandidateStore, 'totals'>;
  readonly book: Pick<CandidateBook, 'flush' | 'resume'>;
  readonly toolsets: Pick<ManageToolsets, 'list'>;
  readonly fallbacks: Pick<ManageFallbacks, 'list'>;
  readonly audit: AuditLog;
}

/** Shadows and canaries with their results, for who may see where they are declared. */
export class ManageCandidates {
  readonly #ports: ManageCandidatesPorts;

  constructor(ports: ManageCandidatesPorts) {
    this.#ports = ports;
  }

  /** By place. */
  async list(caller: Caller): Promise<readonly CandidateView[]> {
    const declared = this.#declared(caller);
    await this.#ports.book.flush();
    const totals = await this.#ports.store.totals(declared.map(({ id }) => id));
    return declared.map((it) => viewOf(it, totals.get(it.id)));
  }

  /** By who declared it, or an administrator. */
  async resume(caller: Caller, id: string): Promise<Result<CandidateView, Failure>> {
    const found = this.#declared(caller).find((it) => it.id === id);
    if (found === undefined) return fail('not_found', `No shadow or canary that you may see has the id "${id}".`);
    if (found.ownerId !== caller.principalId && !hasScope(caller, 'admin'))
      return fail('forbidden', 'A canary is enabled again by who declared it, or an administrator.');
    if (!(await this.#ports.book.resume(found)))
      return fail('conflict', `The ${found.kind} ${found.tool} of ${found.place} is not rolled back.`);
    const { organisationId, principalId } = caller;
    const details = { candidate: id, place: found.place };
    await this.#ports.audit.append({
      organisationId,
      principalId,
      action: 'canary.resume',
      subject: found.tool,
      details,
    }).settled;
    return ok(viewOf(found, (await this.#ports.store.totals([id])).get(id)));
  }

  #declared(caller: Caller): Candidate[] {
    const { toolsets, fallbacks } = this.#ports;
    const ofSets = toolsets
      .list(caller)
      .flatMap((set) =>
        set.tools.flatMap((tool) => (tool.candidates ?? []).map((it) => candidateOf(it, placeInToolset(set, tool)))),
      );
    const ofLevels = fallbacks
      .list(caller)
      .flatMap((it) => (it.candidates ?? []).map((level) => candidateOf(level, placeOfHierarchy(it))));
    return [...ofSets, ...ofLevels].sort((a, b) => (a.place < b.place ? -1 : 1));
  }
}

function viewOf({ id, kind, place, tool, percent }: Candidate, known: CandidateTotals | undefined): CandidateView {
  const { state, totals = noCounts } = known ?? {};
  const mean = (sum: number, count: number) => (count === 0 ? null : Math.round((sum / count) * 10) / 10);
  return {
    ...{ id, kind, place, tool, percent },
    state: (state?.rolledBackAt ?? null) === null ? 'running' : 'rolled_back',
    ...(state?.reason && { reason: state.reason }),
    since: state === undefined ? null : isoTime(state.since),
    calls: totals.calls,
    failures: totals.failures,
    primary: { calls: totals.primaryCalls, failures: totals.primaryFailures },
    meanMs: mean(totals.ms, totals.calls),
    primaryMeanMs: mean(totals.primaryMs, totals.primaryCalls),
    compared: { same: totals.same, withinTolerance: totals.withinTolerance, different: totals.different },
    leftOut: totals.leftOut,
  };
}
