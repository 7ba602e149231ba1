import { type Directory, holdersOf } from '@assay/identity';
import { type Clock, type Failure, type Notices, type Random, type Recipient, splitReference } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import type { Call } from '../call.js';
import { attempt, envelopeOf, withOwn } from '../envelope.js';
import { levelAt } from '../hierarchies/level-at.js';
import type { KeptResult } from '../idempotency/idempotency-ledger.js';
import { settlesInTime } from '../settles-in-time.js';
import { failureIn } from './complete-call.js';
import type { Escalations } from './escalations.js';
import { escalationMs, type Ticket, type TicketStore } from './ticket.js';

export interface AskPersonsPorts {
  readonly tickets: Pick<TicketStore, 'add' | 'ofInvocation'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly random: Random;
  /** The address of this installation, without a slash at its end. */
  readonly url: () => string;
  /** Called for a ticket that could not be written, and for a notice that was not sent. */
  readonly onProblem: (cause: unknown) => void;
}

/** Opens tickets for calls that no level could answer, and tells those who may answer them. */
export class AskPersons implements Escalations {
  readonly #ports: AskPersonsPorts;

  constructor(ports: AskPersonsPorts) {
    this.#ports = ports;
  }

  open = async (call: Call, failure: Failure, capability: string | null) => {
    const { tickets, clock, random, url, onProblem } = this.#ports;
    const { organisationId, principalId } = call.requested.caller;
    if (organisationId === null || principalId === null) return undefined;
    const id = random.uuid();
    const where = { id, url: `${url()}/v1/escalations/${id}` };
    const escalated = { ...call, resolved: { ...call.resolved, escalation: where } };
    const ticket = this.#ticket(escalated, failure, { id, capability, organisationId, principalId });
    let isOpened = false;
    const written = tickets.add(ticket).then((isAdded) => {
      isOpened = isAdded;
    });
    written.catch(onProblem);
    await settlesInTime(written, call.requested.whole, clock);
    if (!isOpened) return undefined;
    // The caller who waits for the answer does not wait for the notice.
    void this.#tell(ticket).catch(onProblem);
    return where;
  };

  completionOf = async (invocationId: string): Promise<KeptResult | undefined> => {
    const completed = (await this.#ports.tickets.ofInvocation(invocationId))?.completed ?? undefined;
    return completed && { envelope: completed, failure: failureIn(completed) };
  };

  #ticket(
    call: Call,
    failure: Failure,
    own: Pick<Ticket, 'id' | 'capability' | 'organisationId' | 'principalId'>,
  ): Ticket {
    const openedAt = this.#ports.clock.now();
    return {
      ...own,
      invocationId: call.requested.id,
      tool: call.requested.request.tool ?? call.requested.request.capability ?? '',
      input: call.requested.request.input,
      outputSchema: this.#promised(call, failure),
      task: call.requested.request.task ?? null,
      reason: failure.message,
      envelope: envelopeOf(call, failure),
      status: 'open',
      openedAt,
      expiresAt: openedAt + escalationMs,
      closedAt: null,
      closedBy: null,
      decision: null,
      completed: null,
    };
  }

  /** The output schema of the primary: of the level that was tried or passed over first. */
  #promised(call: Call, failure: Failure): Ticket['outputSchema'] {
    const { catalogue, directory } = this.#ports;
    const [first] = call.requested.level > 0 ? withOwn(call, attempt(call, failure)) : call.happened.attempted;
    if (first === undefined) return null;
    const [name] = splitReference(first.tool);
    const tried = catalogue.tool(name)?.versions.find((it) => it.version === first.version);
    const at = levelAt(first.tool, call.requested.caller, catalogue, directory);
    const resolved = at.state === 'callable' || at.state === 'refused' ? at.version : undefined;
    return (tried ?? resolved)?.manifest.outputSchema ?? null;
  }

  async #tell(ticket: Ticket): Promise<void> {
    const to = decidersOf(ticket, this.#ports.directory, this.#ports.clock.now());
    await this.#ports.notices.send([
      {
        key: `escalation ${ticket.id}`,
        kind: 'escalation.opened',
        subject: ticket.tool,
        text: `No tool could handle a call of ${ticket.tool}. See assay escalations show ${ticket.id}, and resolve it within 72 hours.`,
        details: { escalation: ticket.id, invocationId: ticket.invocationId, capability: ticket.capability },
        to,
      },
    ]);
  }
}

/** Who may answer a ticket: people of the organisation with the scope for it, other than whose call it is. */
export const decidersOf = (
  { organisationId, principalId }: Pick<Ticket, 'organisationId' | 'principalId'>,
  directory: Directory,
  now: number,
): Recipient[] =>
  holdersOf(directory, organisationId, 'approvals:decide', now).filter(
    (it) => it.principalId !== principalId && directory.principal(it.principalId)?.kind === 'user',
  );
