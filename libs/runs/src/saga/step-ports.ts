import type { SagaError } from '@assay/contracts';
import type { ApprovalStore, IdempotencyLedger } from '@assay/gateway';
import type { Directory } from '@assay/identity';
import type { Clock, Random } from '@assay/kernel';
import type { CallStepPorts } from './call-step.js';
import type { SagaChange } from './changes.js';
import { type Saga, sagaDefaults } from './saga.js';
import type { SagaStore } from './saga-store.js';

/** What steps are made, and undone, with. */
export interface StepPorts extends CallStepPorts {
  readonly store: Pick<SagaStore, 'find' | 'save'>;
  readonly approvals: Pick<ApprovalStore, 'find'>;
  /** Ends an approval that is not wanted any more, if nobody has decided. */
  readonly drop: (approvalId: string) => Promise<void>;
  readonly ledger: Pick<IdempotencyLedger, 'find'>;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
}

/**
 * Writes a change of a saga. When somebody else has written meanwhile the change is made again from what stands there
 * now; `make` gives undefined when there is nothing left to change.
 */
export async function written(
  saga: Saga,
  make: (saga: Saga) => SagaChange | undefined,
  { store, clock }: Pick<StepPorts, 'store' | 'clock'>,
): Promise<Saga> {
  for (let current = saga; ; ) {
    const change = make(current);
    if (change === undefined) return current;
    const saved = await store.save(change, clock.now());
    if (saved !== undefined) return saved;
    const found = await store.find(saga.id);
    if (found === undefined) throw new Error(`The saga ${saga.id} is gone.`);
    current = found;
  }
}

/** When the call that waited for a person ended; undefined while nobody has decided, or it has not ended yet. */
export async function endOfWait(
  id: string,
  { approvals, clock }: Pick<StepPorts, 'approvals' | 'clock'>,
): Promise<number | undefined> {
  const approval = await approvals.find(id);
  return approval === undefined ? clock.now() : (approval.settledAt ?? undefined);
}

/** Whether a key was used so long ago that the ledger may have forgotten the outcome. */
export const isStale = ({ askedAt }: { readonly askedAt: number | null }, now: number): boolean =>
  askedAt !== null && now - askedAt > sagaDefaults.claimMs;

export const tooOld: SagaError = Object.freeze({
  code: 'outcome_unknown',
  message: 'it started so long ago that its result is no longer stored',
  outcome: 'unknown',
});
