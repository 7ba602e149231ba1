import { type AuditLog, approvalName, callName, passage, type RunBody } from '@assay/kernel';
import { LetGo } from './call-step.js';
import { entered, stopped } from './changes.js';
import type { Consents } from './consents.js';
import { makeStep } from './make-step.js';
import { type Next, nextOf } from './next.js';
import type { NotifyOfSagas } from './notify-of-sagas.js';
import type { Saga } from './saga.js';
import { sagaTable } from './saga-states.js';
import { type StepPorts, written } from './step-ports.js';
import { undoStep } from './undo-step.js';

/** The kind of run that carries a saga out; it has the saga's id. */
export const sagaRun = 'saga';

export interface CarryOutPorts extends StepPorts {
  readonly consents: Pick<Consents, 'open' | 'standing'>;
  readonly tell: Pick<NotifyOfSagas, 'failed'>;
  readonly audit: Pick<AuditLog, 'append'>;
}

/** A saga that waits for people checks by itself this often, should the signal of their decision be lost. */
const lookAgainMs = 300_000;

type Came = 'waits' | 'rest';

/**
 * Executes sagas from the state in their rows: after any crash, the next replica reads the rows, asks under the keys of
 * started steps, and starts the others.
 */
export class CarryOutSagas {
  readonly #ports: CarryOutPorts;

  constructor(ports: CarryOutPorts) {
    this.#ports = ports;
  }

  readonly body: RunBody = async ({ id, signal }) => {
    if ((await this.advance(id, signal)) === 'rest') return 'ended';
    return { wakeInMs: lookAgainMs, waitsFor: waitsOf(await this.#ports.store.find(id)) };
  };

  /** As far as it goes without waiting for a person. */
  async advance(id: string, letGo: AbortSignal): Promise<Came> {
    let saga = await this.#ports.store.find(id);
    while (saga !== undefined && !letGo.aborted) {
      const next = nextOf(saga, this.#ports.clock.now());
      if (next.kind === 'rest') return this.#rest(saga);
      const came = await this.#take(saga, next, letGo);
      if (came === 'waits') return came;
      saga = came;
    }
    if (letGo.aborted) throw new LetGo();
    return 'rest';
  }

  #take(saga: Saga, next: Exclude<Next, { kind: 'rest' }>, letGo: AbortSignal): Promise<Saga | 'waits'> {
    switch (next.kind) {
      case 'consents':
        return this.#consents(saga);
      case 'enter':
        return this.#enter(saga, next.state);
      case 'forward':
        return makeStep(saga, next.position, letGo, this.#ports);
      case 'undo':
        return undoStep(saga, next.position, letGo, this.#ports);
    }
  }

  /** Begins once everybody has consented; does not when anybody refuses. */
  async #consents(saga: Saga): Promise<Saga | 'waits'> {
    const { consents } = this.#ports;
    await consents.open(saga);
    const standing = await consents.standing(saga);
    if (standing === 'pending') return 'waits';
    if (standing === 'given') return this.#enter(saga, 'RUNNING');
    return written(
      saga,
      (current) => (current.problem === null ? stopped(current, 'denied', standing.refused) : undefined),
      this.#ports,
    );
  }

  #enter(saga: Saga, state: Saga['state']): Promise<Saga> {
    const { clock, random } = this.#ports;
    return written(
      saga,
      (current) => {
        if (current.state !== saga.state) return undefined;
        const shut = passage(sagaTable, current.state, state, current);
        // The row was changed concurrently, and the transition is closed: determine the next step again.
        if (shut !== null && current !== saga) return undefined;
        if (shut !== null) throw new Error(`A saga may not go from ${current.state} to ${state}.`);
        return entered(current, state, { now: clock.now(), newId: () => random.uuid() });
      },
      this.#ports,
    );
  }

  /** Notifies all recipients once, also when the server died just before. */
  async #rest(saga: Saga): Promise<'rest'> {
    const { audit, tell, drop } = this.#ports;
    const { id, organisationId, principalId, state, problem, ticket, consents } = saga;
    // Consents that nobody gave are not wanted any more.
    for (const { approvalId } of state === 'FAILED' ? consents : []) await drop(approvalId);
    audit.append({
      organisationId,
      principalId,
      action: 'saga.end',
      subject: id,
      details: { state, problem: problem?.code ?? null, ticket: ticket?.id ?? null },
    });
    if (state === 'COMPENSATION_FAILED') await tell.failed(saga);
    return 'rest';
  }
}

/** What a saga waits for: people's consent to begin, or the end of calls that wait for people. */
const waitsOf = (saga: Saga | undefined): readonly string[] => [
  ...(saga?.state === 'PENDING' ? saga.consents.map(({ approvalId }) => approvalName(approvalId)) : []),
  ...(saga?.steps ?? [])
    .flatMap(({ forward, undo }) => [forward, undo])
    .flatMap((way) =>
      way?.status === 'awaiting_approval' && way.invocationId !== null ? [callName(way.invocationId)] : [],
    ),
];
