import { type Directory, holdersOf } from '@assay/identity';
import type { Clock, Notices } from '@assay/kernel';
import type { Saga } from './saga.js';

export interface TellOfSagasPorts {
  readonly notices: Notices;
  readonly directory: Directory;
  /** The address clients use, without a slash at its end. */
  readonly url: () => string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Alerts people of sagas that could not be undone. */
export class NotifyOfSagas {
  readonly #ports: TellOfSagasPorts;

  constructor(ports: TellOfSagasPorts) {
    this.#ports = ports;
  }

  /** The caller, and all who may settle it; once a ticket. */
  async failed({ id, organisationId, principalId, steps, ticket }: Saga): Promise<void> {
    if (ticket === null) return;
    const { notices, directory, url, clock } = this.#ports;
    const left = steps.filter(({ undo }) => undo?.status === 'failed').map((step) => step.id);
    const others = holdersOf(directory, organisationId, 'approvals:decide', clock.now()).filter(
      (it) => it.principalId !== principalId,
    );
    const text = `The saga ${id} failed, and ${left.length === 1 ? 'a step' : 'steps'} of it could not be undone: ${left.join(', ')}. See what is left with "assay saga show ${id}"; then try again, or settle it by hand and say so: assay saga resolve ${id} --retry or --settle.`;
    await notices.send([
      {
        key: `saga.compensation-failed ${ticket.id}`,
        kind: 'saga.compensation-failed',
        subject: `saga ${id}`,
        text,
        details: { saga: id, ticket: ticket.id, steps: left, url: `${url()}/v1/sagas/${id}` },
        to: [{ organisationId, principalId }, ...others],
      },
    ]);
  }
}
