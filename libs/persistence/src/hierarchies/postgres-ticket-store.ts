import { type Closing, maxOpenTickets, type Ticket, type TicketQuery, type TicketStore } from '@assay/gateway';
import type pg from 'pg';

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly invocation_id: string;
  readonly capability: string | null;
  readonly tool: string;
  readonly input: Ticket['input'];
  readonly output_schema: Ticket['outputSchema'];
  readonly task: string | null;
  readonly reason: string;
  readonly envelope: Ticket['envelope'];
  readonly status: Ticket['status'];
  readonly opened_at: Date;
  readonly expires_at: Date;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly decision: string | null;
  readonly completed: Ticket['completed'];
}

/** Escalation tickets in PostgreSQL. */
export class PostgresTicketStore implements TicketStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(ticket: Ticket): Promise<boolean> {
    const { rowCount } = await this.pool.query(insert, [
      ticket.id,
      ticket.organisationId,
      ticket.principalId,
      ticket.invocationId,
      ticket.capability,
      ticket.tool,
      JSON.stringify(ticket.input),
      ticket.outputSchema && JSON.stringify(ticket.outputSchema),
      ticket.task,
      ticket.reason,
      JSON.stringify(ticket.envelope),
      ticket.status,
      new Date(ticket.openedAt),
      new Date(ticket.expiresAt),
      maxOpenTickets,
    ]);
    return rowCount === 1;
  }

  async find(id: string): Promise<Ticket | undefined> {
    return this.#one('SELECT * FROM escalations WHERE id = $1', [id]);
  }

  async ofInvocation(invocationId: string): Promise<Ticket | undefined> {
    return this.#one('SELECT * FROM escalations WHERE invocation_id = $1', [invocationId]);
  }

  async list({ organisationId, principalId, status, after, limit }: TicketQuery): Promise<readonly Ticket[]> {
    const { rows } = await this.pool.query<Row>(list, [
      organisationId,
      principalId ?? null,
      status ?? null,
      after === undefined ? null : new Date(after.openedAt),
      after?.id ?? null,
      limit,
    ]);
    return rows.map(toTicket);
  }

  async close(id: string, { status, closedAt, closedBy, decision, completed }: Closing): Promise<Ticket | undefined> {
    return this.#one(close, [id, status, new Date(closedAt ?? 0), closedBy, decision, JSON.stringify(completed)]);
  }

  async overdue(at: number, limit: number): Promise<readonly Ticket[]> {
    const { rows } = await this.pool.query<Row>(overdue, [new Date(at), limit]);
    return rows.map(toTicket);
  }

  async #one(text: string, values: readonly unknown[]): Promise<Ticket | undefined> {
    const { rows } = await this.pool.query<Row>(text, [...values]);
    return rows[0] && toTicket(rows[0]);
  }
}

const insert = `
  INSERT INTO escalations (id, organisation_id, principal_id, invocation_id, capability, tool, input, output_schema,
    task, reason, envelope, status, opened_at, expires_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
  WHERE (SELECT count(*) FROM escalations WHERE principal_id = $3 AND status = 'open') < $15`;

const list = `
  SELECT * FROM escalations
  WHERE organisation_id = $1 AND ($2::uuid IS NULL OR principal_id = $2) AND ($3::text IS NULL OR status = $3)
    AND ($4::timestamptz IS NULL OR (opened_at, id) < ($4, $5::uuid))
  ORDER BY opened_at DESC, id DESC LIMIT $6`;

const close = `
  UPDATE escalations SET status = $2, closed_at = $3, closed_by = $4, decision = $5, completed = $6
  WHERE id = $1 AND status = 'open' RETURNING *`;

const overdue = `SELECT * FROM escalations WHERE status = 'open' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`;

const toTicket = (row: Row): Ticket => ({
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  invocationId: row.invocation_id,
  capability: row.capability,
  tool: row.tool,
  input: row.input,
  outputSchema: row.output_schema,
  task: row.task,
  reason: row.reason,
  envelope: row.envelope,
  status: row.status,
  openedAt: row.opened_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  closedAt: row.closed_at?.getTime() ?? null,
  closedBy: row.closed_by,
  decision: row.decision,
  completed: row.completed,
});
