import type { EscalationStatus, EscalationView, ResolveEscalation } from '@assay/contracts';
import { AnswerTickets, type Ticket } from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import type { PageQuery } from '../../edges/page.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';

/** Calls that no tool could answer, and people who do. */
@Controller()
export class EscalationsController {
  constructor(
    @Inject(AnswerTickets) private readonly tickets: AnswerTickets,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listEscalations')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { readonly status?: EscalationStatus }) {
    const { after, limit } = positionOf(query);
    const rows = await this.tickets.list(caller, {
      status: query.status,
      ...(after !== null && { after: { openedAt: after.at, id: after.id } }),
      limit,
    });
    const { items, nextCursor } = timedPage(
      rows.map((ticket) => ({ ticket, id: ticket.id, createdAt: ticket.openedAt })),
      query,
    );
    return { items: items.map(({ ticket }) => this.#view(ticket)), nextCursor };
  }

  @Endpoint('showEscalation')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<EscalationView> {
    return this.#view(unwrap(await this.tickets.show(caller, id)));
  }

  @Endpoint('resolveEscalation')
  async resolve(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ResolveEscalation,
  ): Promise<EscalationView> {
    return this.#view(unwrap(await this.tickets.resolve(caller, id, body)));
  }

  #view = (ticket: Ticket): EscalationView => ({
    id: ticket.id,
    status: ticket.status,
    invocationId: ticket.invocationId,
    capability: ticket.capability,
    tool: ticket.tool,
    input: ticket.input as Record<string, unknown>,
    outputSchema: ticket.outputSchema as Record<string, unknown> | null,
    attempted: ticket.envelope.attempted,
    task: ticket.task,
    reason: ticket.reason,
    askedBy: this.#nameOf(ticket.principalId),
    openedAt: isoTime(ticket.openedAt),
    expiresAt: isoTime(ticket.expiresAt),
    closedAt: ticket.closedAt === null ? null : isoTime(ticket.closedAt),
    closedBy: ticket.closedBy === null ? null : this.#nameOf(ticket.closedBy),
    decision: ticket.decision,
  });

  #nameOf = (principalId: string): string => this.directory.principal(principalId)?.name ?? principalId;
}
