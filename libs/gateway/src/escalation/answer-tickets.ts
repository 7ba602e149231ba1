import type { EscalationStatus, ResolveEscalation } from '@assay/contracts';
import { type Caller, mayDecide } from '@assay/identity';
import { compileSchema } from '@assay/json-schema';
import { type Clock, type Failure, fail, isoTime, isUuid, ok, type Result } from '@assay/kernel';
import type { CloseTickets } from './close-ticket.js';
import type { Answer } from './complete-call.js';
import type { Ticket, TicketStore } from './ticket.js';

export interface AnswerTicketsPorts {
  readonly tickets: TicketStore;
  readonly closing: Pick<CloseTickets, 'run'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface TicketPage {
  readonly status?: EscalationStatus | undefined;
  readonly after?: Pick<Ticket, 'openedAt' | 'id'> | undefined;
  readonly limit: number;
}

/** Tickets, for those whose calls they are and those who may answer them. */
export class AnswerTickets {
  readonly #ports: AnswerTicketsPorts;

  constructor(ports: AnswerTicketsPorts) {
    this.#ports = ports;
  }

  /** Newest first: all of the organisation for who may answer, else the caller's own. */
  async list(caller: Caller, page: TicketPage): Promise<readonly Ticket[]> {
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null) return [];
    const own = mayDecide(caller) ? {} : { principalId };
    return this.#ports.tickets.list({ organisationId, ...own, ...page });
  }

  async show(caller: Caller, id: string): Promise<Result<Ticket, Failure>> {
    const ticket = isUuid(id) ? await this.#ports.tickets.find(id) : undefined;
    const isSeen =
      ticket !== undefined &&
      ticket.organisationId === caller.organisationId &&
      (mayDecide(caller) || ticket.principalId === caller.principalId);
    return isSeen ? ok(ticket) : fail('not_found', `No escalation that you may see has the id "${id}".`);
  }

  /** Answers in the place of the tool, or refuses to; once. */
  async resolve(caller: Caller, id: string, asked: ResolveEscalation): Promise<Result<Ticket, Failure>> {
    const found = await this.show(caller, id);
    if (!found.ok) return found;
    const ticket = found.value;
    const refusal = whyNot(caller, ticket);
    if (refusal !== undefined) return fail('forbidden', refusal);
    if (ticket.status !== 'open') return closedAlready(ticket);
    if (ticket.expiresAt <= this.#ports.clock.now()) return isOver(ticket);
    const misfit = asked.refuse === true ? undefined : misfitOf(ticket, asked.output);
    if (misfit !== undefined) return { ok: false, error: misfit };
    const closed = await this.#ports.closing.run(ticket, answerOf(asked, caller), {
      principalId: caller.principalId,
      decision: asked.reason ?? null,
      status: asked.refuse === true ? 'refused' : 'resolved',
    });
    if (closed !== undefined) return ok(closed);
    const now = await this.show(caller, id);
    return now.ok ? closedAlready(now.value) : now;
  }
}

function whyNot(caller: Caller, ticket: Ticket): string | undefined {
  if (!mayDecide(caller))
    return 'Escalations are answered with a key of the scope approvals:decide that is not narrowed.';
  if (caller.kind !== 'user') return 'Escalations are answered by people: use the key of a principal of kind user.';
  if (ticket.principalId === caller.principalId) return 'This is your own call: someone else must resolve it.';
  return undefined;
}

const closedAlready = ({ id, status }: Ticket) =>
  fail(
    'conflict',
    `The escalation ${id} is ${status} already and cannot be changed: GET /v1/escalations/${id} shows it.`,
  );

const isOver = ({ expiresAt }: Ticket) =>
  fail(
    'conflict',
    `The escalation could be answered until ${isoTime(expiresAt)}, and its call has failed since. The escalation is still open.`,
  );

function misfitOf({ outputSchema, tool }: Ticket, output: unknown): Failure | undefined {
  const issues = outputSchema === null ? [] : compileSchema(outputSchema)(output);
  const [first] = issues;
  if (first === undefined) return undefined;
  return fail(
    'invalid_request',
    `The output does not fit what ${tool} promises: ${first.path || 'it'} ${first.message}. The escalation is still open.`,
    {
      issues: issues.map((it) => ({ ...it, path: `/output${it.path}` })),
    },
  ).error;
}

const answerOf = ({ output, refuse, reason }: ResolveEscalation, { name }: Caller): Answer =>
  refuse === true
    ? { failure: fail('denied', `The person refused: ${reason ?? ''}`).error, by: name }
    : { output, by: name };
