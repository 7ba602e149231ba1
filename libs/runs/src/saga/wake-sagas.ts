import { type Approval, type ApprovalStore, approvalRun } from '@assay/gateway';
import type { Clock, DurableRuns } from '@assay/kernel';
import { runOf, sagaRun } from './carry-out-sagas.js';
import type { Saga } from './saga.js';
import type { SagaStore } from './saga-store.js';

export interface WakeSagasPorts {
  readonly store: Pick<SagaStore, 'find'>;
  readonly approvals: Pick<ApprovalStore, 'close'>;
  readonly runs: Pick<DurableRuns, 'begin' | 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called for a lost wake-up; the saga polls by itself eventually. */
  readonly onProblem: (cause: unknown) => void;
}

const ofSaga = /^saga:([0-9a-f-]{36}):\d+:(forward|undo:\d+|consent)$/;

/** Sets sagas going, and tells those that wait that there is something to look at. */
export class WakeSagas {
  readonly #ports: WakeSagasPorts;

  constructor(ports: WakeSagasPorts) {
    this.#ports = ports;
  }

  /** The replica that executes sagas takes it. If this is lost, a sweep repeats it. */
  async begin(saga: Saga): Promise<void> {
    await this.#trying(() => this.#begin(saga));
  }

  /** With the same `once` it is sent once. */
  async wake(saga: Saga, once: string): Promise<void> {
    await this.#trying(async () => {
      await this.#begin(saga);
      await this.#ports.runs.send(runOf(saga), sagaRun.topic, {}, once);
    });
  }

  /** Whether an approval is a consent of a saga, which is no call to be made. */
  async isConsent({ id, idempotencyKey, invocationId }: Approval): Promise<boolean> {
    const [, sagaId, kind] = ofSaga.exec(idempotencyKey ?? '') ?? [];
    if (kind !== 'consent' || sagaId !== invocationId) return false;
    const saga = await this.#ports.store.find(sagaId);
    return saga?.consents.some(({ approvalId }) => approvalId === id) === true;
  }

  /** A saga that waits for this approval goes on. */
  async settled({
    id,
    idempotencyKey,
    principalId,
  }: Pick<Approval, 'id' | 'idempotencyKey' | 'principalId'>): Promise<void> {
    const [, sagaId] = ofSaga.exec(idempotencyKey ?? '') ?? [];
    if (sagaId === undefined) return;
    await this.#trying(async () => {
      const saga = await this.#ports.store.find(sagaId);
      if (saga?.principalId === principalId) await this.wake(saga, id);
    });
  }

  /** What a saga waits for is not wanted any more. */
  async drop(approvalId: string): Promise<void> {
    const { approvals, runs, clock } = this.#ports;
    if (!(await approvals.close(approvalId, 'cancelled', clock.now()))) return;
    await this.#trying(async () => {
      await runs.begin(approvalRun.kind, approvalId, { approvalId });
      await runs.send(approvalId, approvalRun.topic, { state: 'cancelled' }, 'closed');
    });
  }

  #begin = (saga: Saga): Promise<void> => this.#ports.runs.begin(sagaRun.kind, runOf(saga), { sagaId: saga.id });

  async #trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      this.#ports.onProblem(cause);
    }
  }
}
