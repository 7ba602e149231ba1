import type { ResolveSaga, SagaState } from '@assay/contracts';
import { type Caller, hasScope } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  err,
  type Failure,
  fail,
  isUuid,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import type { SagaChange } from './changes.js';
import { decides, isSaidAgain, resolved, whyMayNotResolve, whyNotResolved } from './resolving.js';
import type { Resolution, Saga } from './saga.js';
import { sagaNews } from './saga-news.js';
import { isAtRest } from './saga-states.js';
import type { NumberedSagaEvent, SagaStore } from './saga-store.js';
import { written } from './step-ports.js';
import type { WakeSagas } from './wake-sagas.js';

export interface ManageSagasPorts {
  readonly store: SagaStore;
  readonly wake: Pick<WakeSagas, 'wake'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
}

export interface SagaList {
  readonly state?: SagaState | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What callers see of sagas, and do with them. */
export class ManageSagas {
  readonly #ports: ManageSagasPorts;

  constructor(ports: ManageSagasPorts) {
    this.#ports = ports;
  }

  /** Newest first: all of the organisation for those who decide, else the caller's own. */
  async list(caller: Caller, { state, before, limit }: SagaList): Promise<readonly Saga[]> {
    const { organisationId, principalId } = caller;
    return this.#ports.store.list({
      organisationId: decides(caller) ? organisationId : null,
      principalId,
      state,
      before,
      limit,
    });
  }

  async find(caller: Caller, id: string): Promise<Result<Saga, Failure>> {
    const found = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    const isSeen =
      found !== undefined &&
      found.organisationId === caller.organisationId &&
      (decides(caller) || found.principalId === caller.principalId);
    return isSeen
      ? ok(found)
      : fail('not_found', `No saga that you may see has the id "${id}": GET /v1/sagas lists them.`);
  }

  /** What happened to a saga that the caller may see, after a number. */
  events = (id: string, after: number, limit: number): Promise<readonly NumberedSagaEvent[]> =>
    this.#ports.store.events(id, after, limit);

  /** The same as a live stream, until the saga rests or the listener is gone. */
  news = (saga: Saga, after: number, gone: AbortSignal): AsyncGenerator<NumberedSagaEvent, void, undefined> =>
    sagaNews(saga, after, gone, this.#ports);

  /** No further step begins; what is under way ends, what waits for people is dropped, and then what was done is undone. */
  async cancel(caller: Caller, id: string): Promise<Result<Saga, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    const isOwn = found.value.principalId === caller.principalId && hasScope(caller, 'tools:call');
    if (!isOwn && !hasScope(caller, 'admin'))
      return fail(
        'forbidden',
        'A saga is cancelled by who began it, with a key of the scope tools:call, or by an administrator.',
      );
    const now = this.#ports.clock.now();
    let isTaken = false;
    const saga = await written(
      found.value,
      (current) => {
        const change = cancelled(current, now);
        isTaken = change !== undefined;
        return change;
      },
      this.#ports,
    );
    if (!isTaken) return saga.cancelledAt === null || isAtRest(saga) ? tooLate(saga) : ok(saga);
    await this.#record(caller, 'saga.cancel', saga, {});
    await this.#ports.wake.wake(saga);
    return ok(saga);
  }

  /** Has what is left undone once more, or takes a person's word that it was settled by hand. */
  async resolve(caller: Caller, id: string, { action, reason }: ResolveSaga): Promise<Result<Saga, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    const forbidden = whyMayNotResolve(caller, action);
    if (forbidden !== undefined) return err(forbidden);
    const { clock, random, wake } = this.#ports;
    const now = clock.now();
    const said: Resolution = { action, reason, principalId: caller.principalId as string, at: now };
    let isTaken = false;
    const saga = await written(
      found.value,
      (current) => {
        const change = resolved(current, said, { now, newId: () => random.uuid() });
        isTaken = change !== undefined;
        return change;
      },
      this.#ports,
    );
    // The same word once more, of somebody who did not hear the answer.
    if (!isTaken) return isSaidAgain(saga, said) ? ok(saga) : err(whyNotResolved(saga));
    await this.#record(caller, `saga.${action}`, saga, { reason });
    if (action === 'retry') await wake.wake(saga);
    return ok(saga);
  }

  async #record(caller: Caller, action: string, { id, state }: Saga, details: object): Promise<void> {
    const { settled } = this.#ports.audit.append({
      organisationId: caller.organisationId,
      principalId: caller.principalId,
      action,
      subject: id,
      details: { state, ...details },
    });
    await settled;
  }
}

function cancelled(saga: Saga, now: number): SagaChange | undefined {
  if (saga.cancelledAt !== null || (saga.state !== 'PENDING' && saga.state !== 'RUNNING')) return undefined;
  return {
    saga: { ...saga, cancelledAt: now },
    changed: [],
    events: [{ at: now, kind: 'saga.cancel', step: null, status: saga.state, message: null }],
  };
}

const tooLate = (saga: Saga) =>
  fail(
    'conflict',
    isAtRest(saga)
      ? `The saga is ${saga.state} already, and there is nothing left to cancel.`
      : 'The saga is being undone already: that is not cancelled.',
    { data: { state: saga.state } },
  );
