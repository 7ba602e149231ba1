import { type AuditLog, passage, type RunBody, wait } from '@assay/kernel';
import { letGone } from './call-step.js';
import { entered, stopped } from './changes.js';
import type { Consents } from './consents.js';
import { makeStep } from './make-step.js';
import { type Next, nextOf } from './next.js';
import type { NotifyOfSagas } from './notify-of-sagas.js';
import type { Saga } from './saga.js';
import { sagaTable } from './saga-states.js';
import { type StepPorts, written } from './step-ports.js';
import { undoStep } from './undo-step.js';

/** The kind of run that carries a saga out, and the topic it is woken by. */
export const sagaRun = Object.freeze({ kind: 'saga', topic: 'wake' });
/** A saga is carried out by a run of its own, and by another one when a person has it tried again. */
export const runOf = ({ id, run }: Pick<Saga, 'id' | 'run'>): string => `${id}.${run}`;

export interface CarryOutPorts extends StepPorts {
  readonly consents: Pick<Consents, 'open' | 'standing'>;
  readonly tell: Pick<NotifyOfSagas, 'failed'>;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Called for failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
}

/** Longest a saga that waits for people goes without looking, should the word of their decision be lost. */
const lookAgainMs = 300_000;
const firstPauseMs = 200;
const maxPauseMs = 10_000;

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

  readonly body: RunBody = async (run, { sagaId }) => {
    for (;;) {
      const came = await run.step('advance', () => this.#retryUntilSuccess(String(sagaId), run.signal));
      if (came === 'rest') return;
      await run.receive(sagaRun.topic, lookAgainMs);
    }
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
    return letGo.aborted ? letGone : 'rest';
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

  async #retryUntilSuccess(id: string, letGo: AbortSignal): Promise<Came> {
    const { clock, onProblem } = this.#ports;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        return await this.advance(id, letGo);
      } catch (cause) {
        onProblem(cause);
      }
      if (!(await wait(clock, pauseMs, letGo))) return letGone;
    }
  }
}
