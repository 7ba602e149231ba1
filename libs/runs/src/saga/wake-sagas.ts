import { type Approval, type ApprovalStore, approvalRun } from '@assay/gateway';
import type { Clock, DurableRuns } from '@assay/kernel';
import { sagaRun } from './carry-out-sagas.js';
import type { Saga } from './saga.js';
import type { SagaStore } from './saga-store.js';

export interface WakeSagasPorts {
  readonly store: Pick<SagaStore, 'find'>;
  readonly approvals: Pick<ApprovalStore, 'close'>;
  readonly runs: Pick<DurableRuns, 'wake'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called for a wake that was lost; a sweep repeats it. */
  readonly onProblem: (cause: unknown) => void;
}

const consentOf = /^saga:([0-9a-f-]{36}):\d+:consent$/;

/** Sets sagas going, and wakes those that wait when there is something to do. */
export class WakeSagas {
  readonly #ports: WakeSagasPorts;

  constructor(ports: WakeSagasPorts) {
    this.#ports = ports;
  }

  async wake({ id }: Pick<Saga, 'id'>): Promise<void> {
    await this.#wake(sagaRun, id);
  }

  /** Whether an approval is a consent of a saga, which is no call to be made. */
  async isConsent({ id, idempotencyKey, invocationId }: Approval): Promise<boolean> {
    const [, sagaId] = consentOf.exec(idempotencyKey ?? '') ?? [];
    if (sagaId === undefined || sagaId !== invocationId) return false;
    const saga = await this.#ports.store.find(sagaId);
    return saga?.consents.some(({ approvalId }) => approvalId === id) === true;
  }

  /** What a saga waits for is not wanted any more. */
  async drop(approvalId: string): Promise<void> {
    const { approvals, clock } = this.#ports;
    if (await approvals.close(approvalId, 'cancelled', clock.now())) await this.#wake(approvalRun, approvalId);
  }

  async #wake(kind: string, id: string): Promise<void> {
    try {
      await this.#ports.runs.wake(kind, id);
    } catch (cause) {
      this.#ports.onProblem(cause);
    }
  }
}
