import type { Directory } from '../../identity/directory.js';
import type { ApprovalStore } from '../../invocation/approvals/approval-store.js';
import type { IdempotencyLedger } from '../../invocation/idempotency/idempotency-ledger.js';
import type { Clock, Random } from '../../kernel/clock.js';
import type { CallStepPorts } from './call-step.js';
import type { SagaChange } from './changes.js';
import type { Saga } from './saga.js';
import type { SagaStore } from './saga-store.js';

/** What steps are made, and undone, with. */
export interface StepPorts extends CallStepPorts {
  readonly store: Pick<SagaStore, 'find' | 'save'>;
  readonly approvals: Pick<ApprovalStore, 'find'>;
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

/** Whether the person a call waits for has not decided, or the call has not ended yet. */
export async function isAwaited(id: string, { approvals }: Pick<StepPorts, 'approvals'>): Promise<boolean> {
  const approval = await approvals.find(id);
  return approval !== undefined && approval.settledAt === null;
}
