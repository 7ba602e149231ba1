import type { AuditLog, Clock, Notice, Notices } from '@assay/kernel';
import { type Answer, completedEnvelope } from './complete-call.js';
import type { Closing, Ticket, TicketStore } from './ticket.js';

/** Called for every ticket closed on this replica: anything that waits for its call continues. */
export type TicketClosed = (ticket: Ticket) => void;

export interface CloseTicketPorts {
  readonly tickets: Pick<TicketStore, 'close'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly notices: Notices;
  readonly clock: Pick<Clock, 'now'>;
  readonly onProblem: (cause: unknown) => void;
}

/** Closes tickets: the call is completed and recorded, and its caller notified. */
export class CloseTickets {
  readonly #ports: CloseTicketPorts;
  readonly #listeners = new Set<TicketClosed>();

  constructor(ports: CloseTicketPorts) {
    this.#ports = ports;
  }

  /** Hears of tickets closed on this replica from now on; answers how to stop. */
  onResolved(listener: TicketClosed): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Undefined when somebody else has closed it before. */
  async run(
    ticket: Ticket,
    answer: Answer,
    by: { readonly principalId: string | null; readonly decision: string | null; readonly status: Closing['status'] },
  ): Promise<Ticket | undefined> {
    const { tickets, audit, clock } = this.#ports;
    const at = clock.now();
    const completed = completedEnvelope(ticket, answer, at);
    const closing = { status: by.status, closedAt: at, closedBy: by.principalId, decision: by.decision, completed };
    const closed = await tickets.close(ticket.id, closing);
    if (closed === undefined) return undefined;
    const { settled } = audit.append({
      organisationId: ticket.organisationId,
      principalId: by.principalId,
      action: `escalation.${by.status}`,
      subject: ticket.tool,
      details: {
        code: completed.error?.code ?? null,
        escalation: ticket.id,
        invocationId: ticket.invocationId,
        resultDigest: completed.provenance?.resultDigest ?? null,
        status: completed.status,
      },
    });
    await settled;
    for (const listener of this.#listeners) listener(closed);
    await this.#ports.notices.send([closedNotice(closed)]).catch(this.#ports.onProblem);
    return closed;
  }
}

const words: Readonly<Record<Closing['status'], string>> = {
  resolved: 'was answered by a person: GET /v1/invocations has the result',
  refused: 'was refused by a person',
  expired: 'was not resolved within 72 hours',
};

const closedNotice = ({ id, invocationId, tool, status, organisationId, principalId, decision }: Ticket): Notice => ({
  key: `escalation ${id} ${status}`,
  kind: status === 'expired' ? 'escalation.expired' : 'escalation.resolved',
  subject: tool,
  text: `Your call of ${tool} ${words[status as Closing['status']]}.${decision === null ? '' : ` ${decision}`}`,
  details: { escalation: id, invocationId, status },
  to: [{ organisationId, principalId }],
});
